target triple = "x86_64-unknown-linux-gnu"

define void @certosina_driver(ptr %thread) #0 {
entry:
  %v8 = alloca <8 x i64>
  %v0 = getelementptr i8, ptr %thread, i64 0
  %v1 = load ptr, ptr %v0, !invariant.load !0
  %v2 = getelementptr i8, ptr %thread, i64 8
  %v3 = load ptr, ptr %v2, !invariant.load !0
  %v4 = getelementptr i8, ptr %v1, i64 0
  %v5 = load i64, ptr %v4, !invariant.load !0
  %v6 = getelementptr i8, ptr %v1, i64 8
  %v7 = load ptr, ptr %v6, !invariant.load !0
  %v9 = getelementptr i8, ptr %v1, i64 16
  %v10 = load ptr, ptr %v9, !invariant.load !0
  %v11 = getelementptr i8, ptr %v8, i64 40
  store ptr %v10, ptr %v11
  %v12 = icmp slt i64 0, %v5
  br i1 %v12, label %b0, label %b2
b0:
  %v14 = phi i64 [ 0, %entry ], [ %v13, %b1 ]
  %v15 = mul i64 %v14, 256
  %v16 = getelementptr i8, ptr %v7, i64 %v15
  %v17 = getelementptr i8, ptr %v16, i64 0
  %v18 = load i64, ptr %v17, !invariant.load !0
  %v19 = getelementptr i8, ptr %v16, i64 128
  %v20 = getelementptr i8, ptr %v16, i64 192
  br label %b3
b3:
  %v21 = atomicrmw add ptr %v19, i64 1 monotonic
  %v22 = icmp slt i64 %v21, %v18
  br i1 %v22, label %b4, label %b5
b4:
  %v23 = getelementptr i8, ptr %v16, i64 40
  %v24 = load i64, ptr %v23, !invariant.load !0
  %v25 = getelementptr i8, ptr %v16, i64 64
  %v26 = load i64, ptr %v25, !invariant.load !0
  %v27 = udiv i64 %v21, %v26
  %v28 = urem i64 %v21, %v26
  %v29 = urem i64 %v27, %v24
  %v30 = udiv i64 %v27, %v24
  %v31 = getelementptr i8, ptr %v8, i64 0
  store i64 %v30, ptr %v31
  %v32 = getelementptr i8, ptr %v16, i64 32
  %v33 = load i64, ptr %v32, !invariant.load !0
  %v34 = mul i64 %v29, %v33
  %v35 = getelementptr i8, ptr %v16, i64 24
  %v36 = load i64, ptr %v35, !invariant.load !0
  %v37 = sub i64 %v36, %v34
  %v38 = getelementptr i8, ptr %v8, i64 8
  store i64 %v34, ptr %v38
  %v39 = call i64 @llvm.smin.i64(i64 %v33, i64 %v37)
  %v40 = getelementptr i8, ptr %v8, i64 16
  store i64 %v39, ptr %v40
  %v41 = getelementptr i8, ptr %v16, i64 56
  %v42 = load i64, ptr %v41, !invariant.load !0
  %v43 = mul i64 %v28, %v42
  %v44 = getelementptr i8, ptr %v8, i64 24
  store i64 %v43, ptr %v44
  %v45 = icmp eq i64 %v26, 1
  %v46 = getelementptr i8, ptr %v16, i64 16
  %v47 = load ptr, ptr %v46, !invariant.load !0
  %v48 = getelementptr i8, ptr %v16, i64 8
  %v49 = load i64, ptr %v48, !invariant.load !0
  %v50 = icmp slt i64 0, %v49
  br i1 %v50, label %b8, label %b10
b8:
  %v52 = phi i64 [ 0, %b4 ], [ %v51, %b9 ]
  %v53 = mul i64 %v52, 32
  %v54 = getelementptr i8, ptr %v47, i64 %v53
  %v55 = getelementptr i8, ptr %v54, i64 16
  %v56 = load i64, ptr %v55, !invariant.load !0
  %v57 = sub i64 %v56, %v43
  %v58 = call i64 @llvm.smin.i64(i64 %v42, i64 %v57)
  %v59 = select i1 %v45, i64 %v56, i64 %v58
  %v60 = getelementptr i8, ptr %v8, i64 32
  store i64 %v59, ptr %v60
  %v61 = getelementptr i8, ptr %v54, i64 0
  %v62 = load ptr, ptr %v61, !invariant.load !0
  %v63 = getelementptr i8, ptr %v54, i64 8
  %v64 = load ptr, ptr %v63, !invariant.load !0
  call void %v62(ptr %v64, ptr %v8, ptr %v3)
  br label %b9
b9:
  %v51 = add i64 %v52, 1
  %v65 = icmp slt i64 %v51, %v49
  br i1 %v65, label %b8, label %b10
b10:
  %v66 = atomicrmw add ptr %v20, i64 1 release
  br label %b3
b5:
  %v67 = load atomic i64, ptr %v20 acquire, align 8
  %v68 = icmp sge i64 %v67, %v18
  br i1 %v68, label %b7, label %b6
b6:
  call void @llvm.x86.sse2.pause()
  br label %b5
b7:
  br label %b1
b1:
  %v13 = add i64 %v14, 1
  %v69 = icmp slt i64 %v13, %v5
  br i1 %v69, label %b0, label %b2
b2:
  ret void
}

define internal void @certosina_report(ptr %errors, i64 %code, i64 %kernel, i64 %detail) #1 {
entry:
  %present = load i64, ptr %errors
  %isFirst = icmp eq i64 %present, 0
  br i1 %isFirst, label %write, label %done
write:
  store i64 %code, ptr %errors
  %kernel.slot = getelementptr i8, ptr %errors, i64 8
  store i64 %kernel, ptr %kernel.slot
  %detail.slot = getelementptr i8, ptr %errors, i64 16
  store i64 %detail, ptr %detail.slot
  br label %done
done:
  ret void
}

define internal fastcc void @micro_1x8(ptr %errors, i64 %p.k, i64 %p.lda, i64 %p.ldc, i64 %p.na, i64 %p.nb, i64 %p.nc, ptr %p.a, i64 %extent.a, ptr %p.b, i64 %extent.b, ptr %p.c, i64 %extent.c) #0 {
entry:
  %v6 = alloca <8 x float>
  %v0 = call i64 @llvm.smin.i64(i64 %extent.a, i64 %p.na)
  %v1 = call i64 @llvm.smax.i64(i64 %v0, i64 0)
  %v2 = call i64 @llvm.smin.i64(i64 %extent.b, i64 %p.nb)
  %v3 = call i64 @llvm.smax.i64(i64 %v2, i64 0)
  %v4 = call i64 @llvm.smin.i64(i64 %extent.c, i64 %p.nc)
  %v5 = call i64 @llvm.smax.i64(i64 %v4, i64 0)
  store <8 x float> splat (float 0x0000000000000000), ptr %v6
  %v7 = icmp slt i64 0, %p.k
  br i1 %v7, label %b0, label %b2
b0:
  %v9 = phi i64 [ 0, %entry ], [ %v8, %b1 ]
  %v10 = mul i64 %v9, 8
  %v11 = icmp ult i64 %v10, %v3
  %v12 = sub i64 %v3, %v10
  %v13 = icmp uge i64 %v12, 8
  %v14 = and i1 %v11, %v13
  br i1 %v14, label %b3, label %b4
b3:
  %v15 = getelementptr float, ptr %p.b, i64 %v10
  %v16 = load <8 x float>, ptr %v15, align 4
  br label %b5
b4:
  call void @certosina_report(ptr %errors, i64 2, i64 0, i64 %v10)
  br label %b5
b5:
  %v17 = phi <8 x float> [ %v16, %b3 ], [ zeroinitializer, %b4 ]
  %v18 = icmp ult i64 %v9, %v1
  br i1 %v18, label %b6, label %b7
b6:
  %v19 = getelementptr float, ptr %p.a, i64 %v9
  %v20 = load float, ptr %v19, align 4
  br label %b8
b7:
  call void @certosina_report(ptr %errors, i64 2, i64 0, i64 %v9)
  br label %b8
b8:
  %v21 = phi float [ %v20, %b6 ], [ zeroinitializer, %b7 ]
  %v22 = insertelement <8 x float> poison, float %v21, i64 0
  %v23 = shufflevector <8 x float> %v22, <8 x float> poison, <8 x i32> zeroinitializer
  %v24 = load <8 x float>, ptr %v6
  %v25 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v23, <8 x float> %v17, <8 x float> %v24)
  store <8 x float> %v25, ptr %v6
  br label %b1
b1:
  %v8 = add i64 %v9, 1
  %v26 = icmp slt i64 %v8, %p.k
  br i1 %v26, label %b0, label %b2
b2:
  %v27 = load <8 x float>, ptr %v6
  %v28 = icmp ult i64 0, %v5
  %v29 = sub i64 %v5, 0
  %v30 = icmp uge i64 %v29, 8
  %v31 = and i1 %v28, %v30
  br i1 %v31, label %b9, label %b10
b9:
  %v32 = getelementptr float, ptr %p.c, i64 0
  store <8 x float> %v27, ptr %v32, align 4
  br label %b11
b10:
  call void @certosina_report(ptr %errors, i64 2, i64 0, i64 0)
  br label %b11
b11:
  ret void
}

define void @product(ptr noalias readonly %arguments, ptr noalias readonly %coordinates, ptr %scratch) #0 {
entry:
  %v0 = getelementptr i8, ptr %coordinates, i64 40
  %v1 = load ptr, ptr %v0, !invariant.load !0
  %v2 = getelementptr i8, ptr %arguments, i64 0
  %v3 = load i64, ptr %v2, !invariant.load !0
  %v4 = getelementptr i8, ptr %arguments, i64 8
  %v5 = load i64, ptr %v4, !invariant.load !0
  %v6 = getelementptr i8, ptr %arguments, i64 16
  %v7 = load i64, ptr %v6, !invariant.load !0
  %v8 = getelementptr i8, ptr %arguments, i64 24
  %v9 = load i64, ptr %v8, !invariant.load !0
  %v10 = getelementptr i8, ptr %arguments, i64 32
  %v11 = load i64, ptr %v10, !invariant.load !0
  %v12 = getelementptr i8, ptr %arguments, i64 40
  %v13 = load i64, ptr %v12, !invariant.load !0
  %v14 = getelementptr i8, ptr %arguments, i64 48
  %v15 = load i64, ptr %v14, !invariant.load !0
  %v16 = icmp slt i64 %v11, 0
  %v17 = call i64 @llvm.smax.i64(i64 %v5, i64 0)
  %v18 = zext i1 %v16 to i64
  %v19 = xor i64 %v11, -1
  %v20 = getelementptr i8, ptr %scratch, i64 %v19
  %v21 = inttoptr i64 %v11 to ptr
  %v22 = select i1 %v16, ptr %v20, ptr %v21
  %v23 = icmp slt i64 %v13, 0
  %v24 = call i64 @llvm.smax.i64(i64 %v7, i64 0)
  %v25 = zext i1 %v23 to i64
  %v26 = xor i64 %v13, -1
  %v27 = getelementptr i8, ptr %scratch, i64 %v26
  %v28 = inttoptr i64 %v13 to ptr
  %v29 = select i1 %v23, ptr %v27, ptr %v28
  %v30 = icmp slt i64 %v15, 0
  %v31 = call i64 @llvm.smax.i64(i64 %v9, i64 0)
  %v32 = zext i1 %v30 to i64
  %v33 = xor i64 %v15, -1
  %v34 = getelementptr i8, ptr %scratch, i64 %v33
  %v35 = inttoptr i64 %v15 to ptr
  %v36 = select i1 %v30, ptr %v34, ptr %v35
  %v37 = getelementptr i8, ptr %coordinates, i64 8
  %v38 = load i64, ptr %v37, !invariant.load !0
  %v39 = getelementptr i8, ptr %coordinates, i64 8
  %v40 = load i64, ptr %v39, !invariant.load !0
  %v41 = getelementptr i8, ptr %coordinates, i64 16
  %v42 = load i64, ptr %v41, !invariant.load !0
  %v43 = add i64 %v40, %v42
  %v44 = icmp slt i64 %v38, %v43
  br i1 %v44, label %b0, label %b2
b0:
  %v46 = phi i64 [ %v38, %entry ], [ %v45, %b1 ]
  %v47 = mul i64 %v46, %v3
  %v48 = sub i64 %v5, %v47
  %v49 = mul i64 %v46, 8
  %v50 = sub i64 %v9, %v49
  %v51 = mul i64 %v46, %v3
  %v52 = getelementptr float, ptr %v22, i64 %v51
  %v53 = icmp ule i64 %v51, %v17
  %v54 = sub i64 %v17, %v51
  %v55 = select i1 %v53, i64 %v54, i64 0
  %v56 = getelementptr float, ptr %v29, i64 0
  %v57 = icmp ule i64 0, %v24
  %v58 = sub i64 %v24, 0
  %v59 = select i1 %v57, i64 %v58, i64 0
  %v60 = mul i64 %v46, 8
  %v61 = getelementptr float, ptr %v36, i64 %v60
  %v62 = icmp ule i64 %v60, %v31
  %v63 = sub i64 %v31, %v60
  %v64 = select i1 %v62, i64 %v63, i64 0
  call fastcc void @micro_1x8(ptr %v1, i64 %v3, i64 %v3, i64 8, i64 %v48, i64 %v7, i64 %v50, ptr %v52, i64 %v55, ptr %v56, i64 %v59, ptr %v61, i64 %v64)
  br label %b1
b1:
  %v45 = add i64 %v46, 1
  %v65 = icmp slt i64 %v45, %v43
  br i1 %v65, label %b0, label %b2
b2:
  ret void
}

declare <8 x float> @llvm.fma.v8f32(<8 x float>, <8 x float>, <8 x float>)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare void @llvm.x86.sse2.pause()

attributes #0 = { nounwind "no-builtins" "no-jump-tables"="true" "prefer-vector-width"="256" }
attributes #1 = { nounwind noinline cold "no-builtins" }
!0 = !{}
