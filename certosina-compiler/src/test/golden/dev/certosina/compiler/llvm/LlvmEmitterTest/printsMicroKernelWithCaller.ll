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

define internal fastcc void @micro_2x16(ptr %errors, i64 %p.k, i64 %p.lda, i64 %p.ldc, i64 %p.na, i64 %p.nb, i64 %p.nc, ptr %p.a, ptr %p.b, ptr %p.c) #0 {
entry:
  %v0 = alloca <16 x float>
  %v1 = alloca <16 x float>
  store <16 x float> splat (float 0x0000000000000000), ptr %v0
  store <16 x float> splat (float 0x0000000000000000), ptr %v1
  %v2 = icmp slt i64 0, %p.k
  br i1 %v2, label %b0, label %b2
b0:
  %v4 = phi i64 [ 0, %entry ], [ %v3, %b1 ]
  %v5 = mul i64 %v4, 16
  %v6 = getelementptr float, ptr %p.b, i64 %v5
  %v7 = load <16 x float>, ptr %v6, align 4
  %v8 = getelementptr float, ptr %p.a, i64 %v4
  %v9 = load float, ptr %v8, align 4
  %v10 = insertelement <16 x float> poison, float %v9, i64 0
  %v11 = shufflevector <16 x float> %v10, <16 x float> poison, <16 x i32> zeroinitializer
  %v12 = load <16 x float>, ptr %v0
  %v13 = call <16 x float> @llvm.fma.v16f32(<16 x float> %v11, <16 x float> %v7, <16 x float> %v12)
  store <16 x float> %v13, ptr %v0
  %v14 = add i64 %p.lda, %v4
  %v15 = getelementptr float, ptr %p.a, i64 %v14
  %v16 = load float, ptr %v15, align 4
  %v17 = insertelement <16 x float> poison, float %v16, i64 0
  %v18 = shufflevector <16 x float> %v17, <16 x float> poison, <16 x i32> zeroinitializer
  %v19 = load <16 x float>, ptr %v1
  %v20 = call <16 x float> @llvm.fma.v16f32(<16 x float> %v18, <16 x float> %v7, <16 x float> %v19)
  store <16 x float> %v20, ptr %v1
  br label %b1
b1:
  %v3 = add i64 %v4, 1
  %v21 = icmp slt i64 %v3, %p.k
  br i1 %v21, label %b0, label %b2
b2:
  %v22 = load <16 x float>, ptr %v0
  %v23 = getelementptr float, ptr %p.c, i64 0
  store <16 x float> %v22, ptr %v23, align 4
  %v24 = load <16 x float>, ptr %v1
  %v25 = getelementptr float, ptr %p.c, i64 %p.ldc
  store <16 x float> %v24, ptr %v25, align 4
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
  %v17 = zext i1 %v16 to i64
  %v18 = xor i64 %v11, -1
  %v19 = getelementptr i8, ptr %scratch, i64 %v18
  %v20 = inttoptr i64 %v11 to ptr
  %v21 = select i1 %v16, ptr %v19, ptr %v20
  %v22 = icmp slt i64 %v13, 0
  %v23 = zext i1 %v22 to i64
  %v24 = xor i64 %v13, -1
  %v25 = getelementptr i8, ptr %scratch, i64 %v24
  %v26 = inttoptr i64 %v13 to ptr
  %v27 = select i1 %v22, ptr %v25, ptr %v26
  %v28 = icmp slt i64 %v15, 0
  %v29 = zext i1 %v28 to i64
  %v30 = xor i64 %v15, -1
  %v31 = getelementptr i8, ptr %scratch, i64 %v30
  %v32 = inttoptr i64 %v15 to ptr
  %v33 = select i1 %v28, ptr %v31, ptr %v32
  %v34 = getelementptr i8, ptr %coordinates, i64 8
  %v35 = load i64, ptr %v34, !invariant.load !0
  %v36 = getelementptr i8, ptr %coordinates, i64 8
  %v37 = load i64, ptr %v36, !invariant.load !0
  %v38 = getelementptr i8, ptr %coordinates, i64 16
  %v39 = load i64, ptr %v38, !invariant.load !0
  %v40 = add i64 %v37, %v39
  %v41 = icmp slt i64 %v35, %v40
  br i1 %v41, label %b0, label %b2
b0:
  %v43 = phi i64 [ %v35, %entry ], [ %v42, %b1 ]
  %v44 = mul i64 %v43, %v3
  %v45 = sub i64 %v5, %v44
  %v46 = mul i64 %v43, 16
  %v47 = sub i64 %v9, %v46
  %v48 = mul i64 %v43, %v3
  %v49 = getelementptr float, ptr %v21, i64 %v48
  %v50 = getelementptr float, ptr %v27, i64 0
  %v51 = mul i64 %v43, 16
  %v52 = getelementptr float, ptr %v33, i64 %v51
  call fastcc void @micro_2x16(ptr %v1, i64 %v3, i64 %v3, i64 16, i64 %v45, i64 %v7, i64 %v47, ptr %v49, ptr %v50, ptr %v52)
  br label %b1
b1:
  %v42 = add i64 %v43, 2
  %v53 = icmp slt i64 %v42, %v40
  br i1 %v53, label %b0, label %b2
b2:
  ret void
}

declare <16 x float> @llvm.fma.v16f32(<16 x float>, <16 x float>, <16 x float>)
declare i64 @llvm.smin.i64(i64, i64)
declare void @llvm.x86.sse2.pause()

attributes #0 = { nounwind "no-builtins" "no-jump-tables"="true" "prefer-vector-width"="512" }
attributes #1 = { nounwind noinline cold "no-builtins" }
!0 = !{}
