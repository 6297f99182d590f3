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

define void @to_u8_f32_x4(ptr noalias readonly %arguments, ptr noalias readonly %coordinates, ptr %scratch) #0 {
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
  %v14 = icmp slt i64 %v5, 0
  %v15 = zext i1 %v14 to i64
  %v16 = xor i64 %v5, -1
  %v17 = getelementptr i8, ptr %scratch, i64 %v16
  %v18 = inttoptr i64 %v5 to ptr
  %v19 = select i1 %v14, ptr %v17, ptr %v18
  %v20 = icmp slt i64 %v7, 0
  %v21 = zext i1 %v20 to i64
  %v22 = xor i64 %v7, -1
  %v23 = getelementptr i8, ptr %scratch, i64 %v22
  %v24 = inttoptr i64 %v7 to ptr
  %v25 = select i1 %v20, ptr %v23, ptr %v24
  %v26 = icmp slt i64 %v9, 0
  %v27 = zext i1 %v26 to i64
  %v28 = xor i64 %v9, -1
  %v29 = getelementptr i8, ptr %scratch, i64 %v28
  %v30 = inttoptr i64 %v9 to ptr
  %v31 = select i1 %v26, ptr %v29, ptr %v30
  %v32 = icmp slt i64 %v11, 0
  %v33 = zext i1 %v32 to i64
  %v34 = xor i64 %v11, -1
  %v35 = getelementptr i8, ptr %scratch, i64 %v34
  %v36 = inttoptr i64 %v11 to ptr
  %v37 = select i1 %v32, ptr %v35, ptr %v36
  %v38 = icmp slt i64 %v13, 0
  %v39 = zext i1 %v38 to i64
  %v40 = xor i64 %v13, -1
  %v41 = getelementptr i8, ptr %scratch, i64 %v40
  %v42 = inttoptr i64 %v13 to ptr
  %v43 = select i1 %v38, ptr %v41, ptr %v42
  %v44 = icmp slt i64 0, %v3
  br i1 %v44, label %b0, label %b2
b0:
  %v46 = phi i64 [ 0, %entry ], [ %v45, %b1 ]
  %v47 = getelementptr float, ptr %v19, i64 %v46
  %v48 = load <4 x float>, ptr %v47, align 4
  %v49 = getelementptr float, ptr %v25, i64 %v46
  %v50 = load <4 x float>, ptr %v49, align 4
  %v51 = getelementptr float, ptr %v31, i64 %v46
  %v52 = load <4 x float>, ptr %v51, align 4
  %v53 = getelementptr i8, ptr %v37, i64 %v46
  %v54 = load <4 x i8>, ptr %v53, align 1
  %v55 = icmp ne <4 x i8> %v54, zeroinitializer
  %v56 = call <4 x i8> @llvm.fptoui.sat.v4i8.v4f32(<4 x float> %v48)
  %v57 = getelementptr i8, ptr %v43, i64 %v46
  store <4 x i8> %v56, ptr %v57, align 1
  br label %b1
b1:
  %v45 = add i64 %v46, 4
  %v58 = icmp slt i64 %v45, %v3
  br i1 %v58, label %b0, label %b2
b2:
  ret void
}

define void @to_i8_f32_x4(ptr noalias readonly %arguments, ptr noalias readonly %coordinates, ptr %scratch) #0 {
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
  %v14 = icmp slt i64 %v5, 0
  %v15 = zext i1 %v14 to i64
  %v16 = xor i64 %v5, -1
  %v17 = getelementptr i8, ptr %scratch, i64 %v16
  %v18 = inttoptr i64 %v5 to ptr
  %v19 = select i1 %v14, ptr %v17, ptr %v18
  %v20 = icmp slt i64 %v7, 0
  %v21 = zext i1 %v20 to i64
  %v22 = xor i64 %v7, -1
  %v23 = getelementptr i8, ptr %scratch, i64 %v22
  %v24 = inttoptr i64 %v7 to ptr
  %v25 = select i1 %v20, ptr %v23, ptr %v24
  %v26 = icmp slt i64 %v9, 0
  %v27 = zext i1 %v26 to i64
  %v28 = xor i64 %v9, -1
  %v29 = getelementptr i8, ptr %scratch, i64 %v28
  %v30 = inttoptr i64 %v9 to ptr
  %v31 = select i1 %v26, ptr %v29, ptr %v30
  %v32 = icmp slt i64 %v11, 0
  %v33 = zext i1 %v32 to i64
  %v34 = xor i64 %v11, -1
  %v35 = getelementptr i8, ptr %scratch, i64 %v34
  %v36 = inttoptr i64 %v11 to ptr
  %v37 = select i1 %v32, ptr %v35, ptr %v36
  %v38 = icmp slt i64 %v13, 0
  %v39 = zext i1 %v38 to i64
  %v40 = xor i64 %v13, -1
  %v41 = getelementptr i8, ptr %scratch, i64 %v40
  %v42 = inttoptr i64 %v13 to ptr
  %v43 = select i1 %v38, ptr %v41, ptr %v42
  %v44 = icmp slt i64 0, %v3
  br i1 %v44, label %b0, label %b2
b0:
  %v46 = phi i64 [ 0, %entry ], [ %v45, %b1 ]
  %v47 = getelementptr float, ptr %v19, i64 %v46
  %v48 = load <4 x float>, ptr %v47, align 4
  %v49 = getelementptr float, ptr %v25, i64 %v46
  %v50 = load <4 x float>, ptr %v49, align 4
  %v51 = getelementptr float, ptr %v31, i64 %v46
  %v52 = load <4 x float>, ptr %v51, align 4
  %v53 = getelementptr i8, ptr %v37, i64 %v46
  %v54 = load <4 x i8>, ptr %v53, align 1
  %v55 = icmp ne <4 x i8> %v54, zeroinitializer
  %v56 = call <4 x i8> @llvm.fptosi.sat.v4i8.v4f32(<4 x float> %v48)
  %v57 = getelementptr i8, ptr %v43, i64 %v46
  store <4 x i8> %v56, ptr %v57, align 1
  br label %b1
b1:
  %v45 = add i64 %v46, 4
  %v58 = icmp slt i64 %v45, %v3
  br i1 %v58, label %b0, label %b2
b2:
  ret void
}

define void @to_u16_f32_x4(ptr noalias readonly %arguments, ptr noalias readonly %coordinates, ptr %scratch) #0 {
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
  %v14 = icmp slt i64 %v5, 0
  %v15 = zext i1 %v14 to i64
  %v16 = xor i64 %v5, -1
  %v17 = getelementptr i8, ptr %scratch, i64 %v16
  %v18 = inttoptr i64 %v5 to ptr
  %v19 = select i1 %v14, ptr %v17, ptr %v18
  %v20 = icmp slt i64 %v7, 0
  %v21 = zext i1 %v20 to i64
  %v22 = xor i64 %v7, -1
  %v23 = getelementptr i8, ptr %scratch, i64 %v22
  %v24 = inttoptr i64 %v7 to ptr
  %v25 = select i1 %v20, ptr %v23, ptr %v24
  %v26 = icmp slt i64 %v9, 0
  %v27 = zext i1 %v26 to i64
  %v28 = xor i64 %v9, -1
  %v29 = getelementptr i8, ptr %scratch, i64 %v28
  %v30 = inttoptr i64 %v9 to ptr
  %v31 = select i1 %v26, ptr %v29, ptr %v30
  %v32 = icmp slt i64 %v11, 0
  %v33 = zext i1 %v32 to i64
  %v34 = xor i64 %v11, -1
  %v35 = getelementptr i8, ptr %scratch, i64 %v34
  %v36 = inttoptr i64 %v11 to ptr
  %v37 = select i1 %v32, ptr %v35, ptr %v36
  %v38 = icmp slt i64 %v13, 0
  %v39 = zext i1 %v38 to i64
  %v40 = xor i64 %v13, -1
  %v41 = getelementptr i8, ptr %scratch, i64 %v40
  %v42 = inttoptr i64 %v13 to ptr
  %v43 = select i1 %v38, ptr %v41, ptr %v42
  %v44 = icmp slt i64 0, %v3
  br i1 %v44, label %b0, label %b2
b0:
  %v46 = phi i64 [ 0, %entry ], [ %v45, %b1 ]
  %v47 = getelementptr float, ptr %v19, i64 %v46
  %v48 = load <4 x float>, ptr %v47, align 4
  %v49 = getelementptr float, ptr %v25, i64 %v46
  %v50 = load <4 x float>, ptr %v49, align 4
  %v51 = getelementptr float, ptr %v31, i64 %v46
  %v52 = load <4 x float>, ptr %v51, align 4
  %v53 = getelementptr i8, ptr %v37, i64 %v46
  %v54 = load <4 x i8>, ptr %v53, align 1
  %v55 = icmp ne <4 x i8> %v54, zeroinitializer
  %v56 = call <4 x i16> @llvm.fptoui.sat.v4i16.v4f32(<4 x float> %v48)
  %v57 = getelementptr i16, ptr %v43, i64 %v46
  store <4 x i16> %v56, ptr %v57, align 2
  br label %b1
b1:
  %v45 = add i64 %v46, 4
  %v58 = icmp slt i64 %v45, %v3
  br i1 %v58, label %b0, label %b2
b2:
  ret void
}

define void @to_i16_f32_x4(ptr noalias readonly %arguments, ptr noalias readonly %coordinates, ptr %scratch) #0 {
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
  %v14 = icmp slt i64 %v5, 0
  %v15 = zext i1 %v14 to i64
  %v16 = xor i64 %v5, -1
  %v17 = getelementptr i8, ptr %scratch, i64 %v16
  %v18 = inttoptr i64 %v5 to ptr
  %v19 = select i1 %v14, ptr %v17, ptr %v18
  %v20 = icmp slt i64 %v7, 0
  %v21 = zext i1 %v20 to i64
  %v22 = xor i64 %v7, -1
  %v23 = getelementptr i8, ptr %scratch, i64 %v22
  %v24 = inttoptr i64 %v7 to ptr
  %v25 = select i1 %v20, ptr %v23, ptr %v24
  %v26 = icmp slt i64 %v9, 0
  %v27 = zext i1 %v26 to i64
  %v28 = xor i64 %v9, -1
  %v29 = getelementptr i8, ptr %scratch, i64 %v28
  %v30 = inttoptr i64 %v9 to ptr
  %v31 = select i1 %v26, ptr %v29, ptr %v30
  %v32 = icmp slt i64 %v11, 0
  %v33 = zext i1 %v32 to i64
  %v34 = xor i64 %v11, -1
  %v35 = getelementptr i8, ptr %scratch, i64 %v34
  %v36 = inttoptr i64 %v11 to ptr
  %v37 = select i1 %v32, ptr %v35, ptr %v36
  %v38 = icmp slt i64 %v13, 0
  %v39 = zext i1 %v38 to i64
  %v40 = xor i64 %v13, -1
  %v41 = getelementptr i8, ptr %scratch, i64 %v40
  %v42 = inttoptr i64 %v13 to ptr
  %v43 = select i1 %v38, ptr %v41, ptr %v42
  %v44 = icmp slt i64 0, %v3
  br i1 %v44, label %b0, label %b2
b0:
  %v46 = phi i64 [ 0, %entry ], [ %v45, %b1 ]
  %v47 = getelementptr float, ptr %v19, i64 %v46
  %v48 = load <4 x float>, ptr %v47, align 4
  %v49 = getelementptr float, ptr %v25, i64 %v46
  %v50 = load <4 x float>, ptr %v49, align 4
  %v51 = getelementptr float, ptr %v31, i64 %v46
  %v52 = load <4 x float>, ptr %v51, align 4
  %v53 = getelementptr i8, ptr %v37, i64 %v46
  %v54 = load <4 x i8>, ptr %v53, align 1
  %v55 = icmp ne <4 x i8> %v54, zeroinitializer
  %v56 = call <4 x i16> @llvm.fptosi.sat.v4i16.v4f32(<4 x float> %v48)
  %v57 = getelementptr i16, ptr %v43, i64 %v46
  store <4 x i16> %v56, ptr %v57, align 2
  br label %b1
b1:
  %v45 = add i64 %v46, 4
  %v58 = icmp slt i64 %v45, %v3
  br i1 %v58, label %b0, label %b2
b2:
  ret void
}

define void @to_i32_f32_x4(ptr noalias readonly %arguments, ptr noalias readonly %coordinates, ptr %scratch) #0 {
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
  %v14 = icmp slt i64 %v5, 0
  %v15 = zext i1 %v14 to i64
  %v16 = xor i64 %v5, -1
  %v17 = getelementptr i8, ptr %scratch, i64 %v16
  %v18 = inttoptr i64 %v5 to ptr
  %v19 = select i1 %v14, ptr %v17, ptr %v18
  %v20 = icmp slt i64 %v7, 0
  %v21 = zext i1 %v20 to i64
  %v22 = xor i64 %v7, -1
  %v23 = getelementptr i8, ptr %scratch, i64 %v22
  %v24 = inttoptr i64 %v7 to ptr
  %v25 = select i1 %v20, ptr %v23, ptr %v24
  %v26 = icmp slt i64 %v9, 0
  %v27 = zext i1 %v26 to i64
  %v28 = xor i64 %v9, -1
  %v29 = getelementptr i8, ptr %scratch, i64 %v28
  %v30 = inttoptr i64 %v9 to ptr
  %v31 = select i1 %v26, ptr %v29, ptr %v30
  %v32 = icmp slt i64 %v11, 0
  %v33 = zext i1 %v32 to i64
  %v34 = xor i64 %v11, -1
  %v35 = getelementptr i8, ptr %scratch, i64 %v34
  %v36 = inttoptr i64 %v11 to ptr
  %v37 = select i1 %v32, ptr %v35, ptr %v36
  %v38 = icmp slt i64 %v13, 0
  %v39 = zext i1 %v38 to i64
  %v40 = xor i64 %v13, -1
  %v41 = getelementptr i8, ptr %scratch, i64 %v40
  %v42 = inttoptr i64 %v13 to ptr
  %v43 = select i1 %v38, ptr %v41, ptr %v42
  %v44 = icmp slt i64 0, %v3
  br i1 %v44, label %b0, label %b2
b0:
  %v46 = phi i64 [ 0, %entry ], [ %v45, %b1 ]
  %v47 = getelementptr float, ptr %v19, i64 %v46
  %v48 = load <4 x float>, ptr %v47, align 4
  %v49 = getelementptr float, ptr %v25, i64 %v46
  %v50 = load <4 x float>, ptr %v49, align 4
  %v51 = getelementptr float, ptr %v31, i64 %v46
  %v52 = load <4 x float>, ptr %v51, align 4
  %v53 = getelementptr i8, ptr %v37, i64 %v46
  %v54 = load <4 x i8>, ptr %v53, align 1
  %v55 = icmp ne <4 x i8> %v54, zeroinitializer
  %v56 = call <4 x i32> @llvm.fptosi.sat.v4i32.v4f32(<4 x float> %v48)
  %v57 = getelementptr i32, ptr %v43, i64 %v46
  store <4 x i32> %v56, ptr %v57, align 4
  br label %b1
b1:
  %v45 = add i64 %v46, 4
  %v58 = icmp slt i64 %v45, %v3
  br i1 %v58, label %b0, label %b2
b2:
  ret void
}

define void @to_i64_f32_x4(ptr noalias readonly %arguments, ptr noalias readonly %coordinates, ptr %scratch) #0 {
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
  %v14 = icmp slt i64 %v5, 0
  %v15 = zext i1 %v14 to i64
  %v16 = xor i64 %v5, -1
  %v17 = getelementptr i8, ptr %scratch, i64 %v16
  %v18 = inttoptr i64 %v5 to ptr
  %v19 = select i1 %v14, ptr %v17, ptr %v18
  %v20 = icmp slt i64 %v7, 0
  %v21 = zext i1 %v20 to i64
  %v22 = xor i64 %v7, -1
  %v23 = getelementptr i8, ptr %scratch, i64 %v22
  %v24 = inttoptr i64 %v7 to ptr
  %v25 = select i1 %v20, ptr %v23, ptr %v24
  %v26 = icmp slt i64 %v9, 0
  %v27 = zext i1 %v26 to i64
  %v28 = xor i64 %v9, -1
  %v29 = getelementptr i8, ptr %scratch, i64 %v28
  %v30 = inttoptr i64 %v9 to ptr
  %v31 = select i1 %v26, ptr %v29, ptr %v30
  %v32 = icmp slt i64 %v11, 0
  %v33 = zext i1 %v32 to i64
  %v34 = xor i64 %v11, -1
  %v35 = getelementptr i8, ptr %scratch, i64 %v34
  %v36 = inttoptr i64 %v11 to ptr
  %v37 = select i1 %v32, ptr %v35, ptr %v36
  %v38 = icmp slt i64 %v13, 0
  %v39 = zext i1 %v38 to i64
  %v40 = xor i64 %v13, -1
  %v41 = getelementptr i8, ptr %scratch, i64 %v40
  %v42 = inttoptr i64 %v13 to ptr
  %v43 = select i1 %v38, ptr %v41, ptr %v42
  %v44 = icmp slt i64 0, %v3
  br i1 %v44, label %b0, label %b2
b0:
  %v46 = phi i64 [ 0, %entry ], [ %v45, %b1 ]
  %v47 = getelementptr float, ptr %v19, i64 %v46
  %v48 = load <4 x float>, ptr %v47, align 4
  %v49 = getelementptr float, ptr %v25, i64 %v46
  %v50 = load <4 x float>, ptr %v49, align 4
  %v51 = getelementptr float, ptr %v31, i64 %v46
  %v52 = load <4 x float>, ptr %v51, align 4
  %v53 = getelementptr i8, ptr %v37, i64 %v46
  %v54 = load <4 x i8>, ptr %v53, align 1
  %v55 = icmp ne <4 x i8> %v54, zeroinitializer
  %v56 = call <4 x i64> @llvm.fptosi.sat.v4i64.v4f32(<4 x float> %v48)
  %v57 = getelementptr i64, ptr %v43, i64 %v46
  store <4 x i64> %v56, ptr %v57, align 8
  br label %b1
b1:
  %v45 = add i64 %v46, 4
  %v58 = icmp slt i64 %v45, %v3
  br i1 %v58, label %b0, label %b2
b2:
  ret void
}

define void @to_bool_f32_x4(ptr noalias readonly %arguments, ptr noalias readonly %coordinates, ptr %scratch) #0 {
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
  %v14 = icmp slt i64 %v5, 0
  %v15 = zext i1 %v14 to i64
  %v16 = xor i64 %v5, -1
  %v17 = getelementptr i8, ptr %scratch, i64 %v16
  %v18 = inttoptr i64 %v5 to ptr
  %v19 = select i1 %v14, ptr %v17, ptr %v18
  %v20 = icmp slt i64 %v7, 0
  %v21 = zext i1 %v20 to i64
  %v22 = xor i64 %v7, -1
  %v23 = getelementptr i8, ptr %scratch, i64 %v22
  %v24 = inttoptr i64 %v7 to ptr
  %v25 = select i1 %v20, ptr %v23, ptr %v24
  %v26 = icmp slt i64 %v9, 0
  %v27 = zext i1 %v26 to i64
  %v28 = xor i64 %v9, -1
  %v29 = getelementptr i8, ptr %scratch, i64 %v28
  %v30 = inttoptr i64 %v9 to ptr
  %v31 = select i1 %v26, ptr %v29, ptr %v30
  %v32 = icmp slt i64 %v11, 0
  %v33 = zext i1 %v32 to i64
  %v34 = xor i64 %v11, -1
  %v35 = getelementptr i8, ptr %scratch, i64 %v34
  %v36 = inttoptr i64 %v11 to ptr
  %v37 = select i1 %v32, ptr %v35, ptr %v36
  %v38 = icmp slt i64 %v13, 0
  %v39 = zext i1 %v38 to i64
  %v40 = xor i64 %v13, -1
  %v41 = getelementptr i8, ptr %scratch, i64 %v40
  %v42 = inttoptr i64 %v13 to ptr
  %v43 = select i1 %v38, ptr %v41, ptr %v42
  %v44 = icmp slt i64 0, %v3
  br i1 %v44, label %b0, label %b2
b0:
  %v46 = phi i64 [ 0, %entry ], [ %v45, %b1 ]
  %v47 = getelementptr float, ptr %v19, i64 %v46
  %v48 = load <4 x float>, ptr %v47, align 4
  %v49 = getelementptr float, ptr %v25, i64 %v46
  %v50 = load <4 x float>, ptr %v49, align 4
  %v51 = getelementptr float, ptr %v31, i64 %v46
  %v52 = load <4 x float>, ptr %v51, align 4
  %v53 = getelementptr i8, ptr %v37, i64 %v46
  %v54 = load <4 x i8>, ptr %v53, align 1
  %v55 = icmp ne <4 x i8> %v54, zeroinitializer
  %v56 = fcmp une <4 x float> %v48, zeroinitializer
  %v57 = getelementptr i8, ptr %v43, i64 %v46
  %v58 = zext <4 x i1> %v56 to <4 x i8>
  store <4 x i8> %v58, ptr %v57, align 1
  br label %b1
b1:
  %v45 = add i64 %v46, 4
  %v59 = icmp slt i64 %v45, %v3
  br i1 %v59, label %b0, label %b2
b2:
  ret void
}

define void @to_f16_f32_x4(ptr noalias readonly %arguments, ptr noalias readonly %coordinates, ptr %scratch) #0 {
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
  %v14 = icmp slt i64 %v5, 0
  %v15 = zext i1 %v14 to i64
  %v16 = xor i64 %v5, -1
  %v17 = getelementptr i8, ptr %scratch, i64 %v16
  %v18 = inttoptr i64 %v5 to ptr
  %v19 = select i1 %v14, ptr %v17, ptr %v18
  %v20 = icmp slt i64 %v7, 0
  %v21 = zext i1 %v20 to i64
  %v22 = xor i64 %v7, -1
  %v23 = getelementptr i8, ptr %scratch, i64 %v22
  %v24 = inttoptr i64 %v7 to ptr
  %v25 = select i1 %v20, ptr %v23, ptr %v24
  %v26 = icmp slt i64 %v9, 0
  %v27 = zext i1 %v26 to i64
  %v28 = xor i64 %v9, -1
  %v29 = getelementptr i8, ptr %scratch, i64 %v28
  %v30 = inttoptr i64 %v9 to ptr
  %v31 = select i1 %v26, ptr %v29, ptr %v30
  %v32 = icmp slt i64 %v11, 0
  %v33 = zext i1 %v32 to i64
  %v34 = xor i64 %v11, -1
  %v35 = getelementptr i8, ptr %scratch, i64 %v34
  %v36 = inttoptr i64 %v11 to ptr
  %v37 = select i1 %v32, ptr %v35, ptr %v36
  %v38 = icmp slt i64 %v13, 0
  %v39 = zext i1 %v38 to i64
  %v40 = xor i64 %v13, -1
  %v41 = getelementptr i8, ptr %scratch, i64 %v40
  %v42 = inttoptr i64 %v13 to ptr
  %v43 = select i1 %v38, ptr %v41, ptr %v42
  %v44 = icmp slt i64 0, %v3
  br i1 %v44, label %b0, label %b2
b0:
  %v46 = phi i64 [ 0, %entry ], [ %v45, %b1 ]
  %v47 = getelementptr float, ptr %v19, i64 %v46
  %v48 = load <4 x float>, ptr %v47, align 4
  %v49 = getelementptr float, ptr %v25, i64 %v46
  %v50 = load <4 x float>, ptr %v49, align 4
  %v51 = getelementptr float, ptr %v31, i64 %v46
  %v52 = load <4 x float>, ptr %v51, align 4
  %v53 = getelementptr i8, ptr %v37, i64 %v46
  %v54 = load <4 x i8>, ptr %v53, align 1
  %v55 = icmp ne <4 x i8> %v54, zeroinitializer
  %v56 = fptrunc <4 x float> %v48 to <4 x half>
  %v57 = bitcast <4 x half> %v56 to <4 x i16>
  %v58 = getelementptr i16, ptr %v43, i64 %v46
  store <4 x i16> %v57, ptr %v58, align 2
  br label %b1
b1:
  %v45 = add i64 %v46, 4
  %v59 = icmp slt i64 %v45, %v3
  br i1 %v59, label %b0, label %b2
b2:
  ret void
}

define void @to_f64_f32_x4(ptr noalias readonly %arguments, ptr noalias readonly %coordinates, ptr %scratch) #0 {
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
  %v14 = icmp slt i64 %v5, 0
  %v15 = zext i1 %v14 to i64
  %v16 = xor i64 %v5, -1
  %v17 = getelementptr i8, ptr %scratch, i64 %v16
  %v18 = inttoptr i64 %v5 to ptr
  %v19 = select i1 %v14, ptr %v17, ptr %v18
  %v20 = icmp slt i64 %v7, 0
  %v21 = zext i1 %v20 to i64
  %v22 = xor i64 %v7, -1
  %v23 = getelementptr i8, ptr %scratch, i64 %v22
  %v24 = inttoptr i64 %v7 to ptr
  %v25 = select i1 %v20, ptr %v23, ptr %v24
  %v26 = icmp slt i64 %v9, 0
  %v27 = zext i1 %v26 to i64
  %v28 = xor i64 %v9, -1
  %v29 = getelementptr i8, ptr %scratch, i64 %v28
  %v30 = inttoptr i64 %v9 to ptr
  %v31 = select i1 %v26, ptr %v29, ptr %v30
  %v32 = icmp slt i64 %v11, 0
  %v33 = zext i1 %v32 to i64
  %v34 = xor i64 %v11, -1
  %v35 = getelementptr i8, ptr %scratch, i64 %v34
  %v36 = inttoptr i64 %v11 to ptr
  %v37 = select i1 %v32, ptr %v35, ptr %v36
  %v38 = icmp slt i64 %v13, 0
  %v39 = zext i1 %v38 to i64
  %v40 = xor i64 %v13, -1
  %v41 = getelementptr i8, ptr %scratch, i64 %v40
  %v42 = inttoptr i64 %v13 to ptr
  %v43 = select i1 %v38, ptr %v41, ptr %v42
  %v44 = icmp slt i64 0, %v3
  br i1 %v44, label %b0, label %b2
b0:
  %v46 = phi i64 [ 0, %entry ], [ %v45, %b1 ]
  %v47 = getelementptr float, ptr %v19, i64 %v46
  %v48 = load <4 x float>, ptr %v47, align 4
  %v49 = getelementptr float, ptr %v25, i64 %v46
  %v50 = load <4 x float>, ptr %v49, align 4
  %v51 = getelementptr float, ptr %v31, i64 %v46
  %v52 = load <4 x float>, ptr %v51, align 4
  %v53 = getelementptr i8, ptr %v37, i64 %v46
  %v54 = load <4 x i8>, ptr %v53, align 1
  %v55 = icmp ne <4 x i8> %v54, zeroinitializer
  %v56 = fpext <4 x float> %v48 to <4 x double>
  %v57 = getelementptr double, ptr %v43, i64 %v46
  store <4 x double> %v56, ptr %v57, align 8
  br label %b1
b1:
  %v45 = add i64 %v46, 4
  %v58 = icmp slt i64 %v45, %v3
  br i1 %v58, label %b0, label %b2
b2:
  ret void
}

define void @to_u32_f32_x4(ptr noalias readonly %arguments, ptr noalias readonly %coordinates, ptr %scratch) #0 {
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
  %v14 = icmp slt i64 %v5, 0
  %v15 = zext i1 %v14 to i64
  %v16 = xor i64 %v5, -1
  %v17 = getelementptr i8, ptr %scratch, i64 %v16
  %v18 = inttoptr i64 %v5 to ptr
  %v19 = select i1 %v14, ptr %v17, ptr %v18
  %v20 = icmp slt i64 %v7, 0
  %v21 = zext i1 %v20 to i64
  %v22 = xor i64 %v7, -1
  %v23 = getelementptr i8, ptr %scratch, i64 %v22
  %v24 = inttoptr i64 %v7 to ptr
  %v25 = select i1 %v20, ptr %v23, ptr %v24
  %v26 = icmp slt i64 %v9, 0
  %v27 = zext i1 %v26 to i64
  %v28 = xor i64 %v9, -1
  %v29 = getelementptr i8, ptr %scratch, i64 %v28
  %v30 = inttoptr i64 %v9 to ptr
  %v31 = select i1 %v26, ptr %v29, ptr %v30
  %v32 = icmp slt i64 %v11, 0
  %v33 = zext i1 %v32 to i64
  %v34 = xor i64 %v11, -1
  %v35 = getelementptr i8, ptr %scratch, i64 %v34
  %v36 = inttoptr i64 %v11 to ptr
  %v37 = select i1 %v32, ptr %v35, ptr %v36
  %v38 = icmp slt i64 %v13, 0
  %v39 = zext i1 %v38 to i64
  %v40 = xor i64 %v13, -1
  %v41 = getelementptr i8, ptr %scratch, i64 %v40
  %v42 = inttoptr i64 %v13 to ptr
  %v43 = select i1 %v38, ptr %v41, ptr %v42
  %v44 = icmp slt i64 0, %v3
  br i1 %v44, label %b0, label %b2
b0:
  %v46 = phi i64 [ 0, %entry ], [ %v45, %b1 ]
  %v47 = getelementptr float, ptr %v19, i64 %v46
  %v48 = load <4 x float>, ptr %v47, align 4
  %v49 = getelementptr float, ptr %v25, i64 %v46
  %v50 = load <4 x float>, ptr %v49, align 4
  %v51 = getelementptr float, ptr %v31, i64 %v46
  %v52 = load <4 x float>, ptr %v51, align 4
  %v53 = getelementptr i8, ptr %v37, i64 %v46
  %v54 = load <4 x i8>, ptr %v53, align 1
  %v55 = icmp ne <4 x i8> %v54, zeroinitializer
  %v56 = call <4 x i32> @llvm.fptoui.sat.v4i32.v4f32(<4 x float> %v48)
  %v57 = getelementptr i32, ptr %v43, i64 %v46
  store <4 x i32> %v56, ptr %v57, align 4
  br label %b1
b1:
  %v45 = add i64 %v46, 4
  %v58 = icmp slt i64 %v45, %v3
  br i1 %v58, label %b0, label %b2
b2:
  ret void
}

define void @to_u64_f32_x4(ptr noalias readonly %arguments, ptr noalias readonly %coordinates, ptr %scratch) #0 {
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
  %v14 = icmp slt i64 %v5, 0
  %v15 = zext i1 %v14 to i64
  %v16 = xor i64 %v5, -1
  %v17 = getelementptr i8, ptr %scratch, i64 %v16
  %v18 = inttoptr i64 %v5 to ptr
  %v19 = select i1 %v14, ptr %v17, ptr %v18
  %v20 = icmp slt i64 %v7, 0
  %v21 = zext i1 %v20 to i64
  %v22 = xor i64 %v7, -1
  %v23 = getelementptr i8, ptr %scratch, i64 %v22
  %v24 = inttoptr i64 %v7 to ptr
  %v25 = select i1 %v20, ptr %v23, ptr %v24
  %v26 = icmp slt i64 %v9, 0
  %v27 = zext i1 %v26 to i64
  %v28 = xor i64 %v9, -1
  %v29 = getelementptr i8, ptr %scratch, i64 %v28
  %v30 = inttoptr i64 %v9 to ptr
  %v31 = select i1 %v26, ptr %v29, ptr %v30
  %v32 = icmp slt i64 %v11, 0
  %v33 = zext i1 %v32 to i64
  %v34 = xor i64 %v11, -1
  %v35 = getelementptr i8, ptr %scratch, i64 %v34
  %v36 = inttoptr i64 %v11 to ptr
  %v37 = select i1 %v32, ptr %v35, ptr %v36
  %v38 = icmp slt i64 %v13, 0
  %v39 = zext i1 %v38 to i64
  %v40 = xor i64 %v13, -1
  %v41 = getelementptr i8, ptr %scratch, i64 %v40
  %v42 = inttoptr i64 %v13 to ptr
  %v43 = select i1 %v38, ptr %v41, ptr %v42
  %v44 = icmp slt i64 0, %v3
  br i1 %v44, label %b0, label %b2
b0:
  %v46 = phi i64 [ 0, %entry ], [ %v45, %b1 ]
  %v47 = getelementptr float, ptr %v19, i64 %v46
  %v48 = load <4 x float>, ptr %v47, align 4
  %v49 = getelementptr float, ptr %v25, i64 %v46
  %v50 = load <4 x float>, ptr %v49, align 4
  %v51 = getelementptr float, ptr %v31, i64 %v46
  %v52 = load <4 x float>, ptr %v51, align 4
  %v53 = getelementptr i8, ptr %v37, i64 %v46
  %v54 = load <4 x i8>, ptr %v53, align 1
  %v55 = icmp ne <4 x i8> %v54, zeroinitializer
  %v56 = call <4 x i64> @llvm.fptoui.sat.v4i64.v4f32(<4 x float> %v48)
  %v57 = getelementptr i64, ptr %v43, i64 %v46
  store <4 x i64> %v56, ptr %v57, align 8
  br label %b1
b1:
  %v45 = add i64 %v46, 4
  %v58 = icmp slt i64 %v45, %v3
  br i1 %v58, label %b0, label %b2
b2:
  ret void
}

define void @to_bf16_f32_x4(ptr noalias readonly %arguments, ptr noalias readonly %coordinates, ptr %scratch) #0 {
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
  %v14 = icmp slt i64 %v5, 0
  %v15 = zext i1 %v14 to i64
  %v16 = xor i64 %v5, -1
  %v17 = getelementptr i8, ptr %scratch, i64 %v16
  %v18 = inttoptr i64 %v5 to ptr
  %v19 = select i1 %v14, ptr %v17, ptr %v18
  %v20 = icmp slt i64 %v7, 0
  %v21 = zext i1 %v20 to i64
  %v22 = xor i64 %v7, -1
  %v23 = getelementptr i8, ptr %scratch, i64 %v22
  %v24 = inttoptr i64 %v7 to ptr
  %v25 = select i1 %v20, ptr %v23, ptr %v24
  %v26 = icmp slt i64 %v9, 0
  %v27 = zext i1 %v26 to i64
  %v28 = xor i64 %v9, -1
  %v29 = getelementptr i8, ptr %scratch, i64 %v28
  %v30 = inttoptr i64 %v9 to ptr
  %v31 = select i1 %v26, ptr %v29, ptr %v30
  %v32 = icmp slt i64 %v11, 0
  %v33 = zext i1 %v32 to i64
  %v34 = xor i64 %v11, -1
  %v35 = getelementptr i8, ptr %scratch, i64 %v34
  %v36 = inttoptr i64 %v11 to ptr
  %v37 = select i1 %v32, ptr %v35, ptr %v36
  %v38 = icmp slt i64 %v13, 0
  %v39 = zext i1 %v38 to i64
  %v40 = xor i64 %v13, -1
  %v41 = getelementptr i8, ptr %scratch, i64 %v40
  %v42 = inttoptr i64 %v13 to ptr
  %v43 = select i1 %v38, ptr %v41, ptr %v42
  %v44 = icmp slt i64 0, %v3
  br i1 %v44, label %b0, label %b2
b0:
  %v46 = phi i64 [ 0, %entry ], [ %v45, %b1 ]
  %v47 = getelementptr float, ptr %v19, i64 %v46
  %v48 = load <4 x float>, ptr %v47, align 4
  %v49 = getelementptr float, ptr %v25, i64 %v46
  %v50 = load <4 x float>, ptr %v49, align 4
  %v51 = getelementptr float, ptr %v31, i64 %v46
  %v52 = load <4 x float>, ptr %v51, align 4
  %v53 = getelementptr i8, ptr %v37, i64 %v46
  %v54 = load <4 x i8>, ptr %v53, align 1
  %v55 = icmp ne <4 x i8> %v54, zeroinitializer
  %v56 = bitcast <4 x float> %v48 to <4 x i32>
  %v57 = lshr <4 x i32> %v56, splat (i32 16)
  %v58 = and <4 x i32> %v57, splat (i32 1)
  %v59 = add <4 x i32> %v58, splat (i32 32767)
  %v60 = add <4 x i32> %v56, %v59
  %v61 = lshr <4 x i32> %v60, splat (i32 16)
  %v62 = or <4 x i32> %v57, splat (i32 64)
  %v63 = fcmp uno <4 x float> %v48, %v48
  %v64 = select <4 x i1> %v63, <4 x i32> %v62, <4 x i32> %v61
  %v65 = trunc <4 x i32> %v64 to <4 x i16>
  %v66 = getelementptr i16, ptr %v43, i64 %v46
  store <4 x i16> %v65, ptr %v66, align 2
  br label %b1
b1:
  %v45 = add i64 %v46, 4
  %v67 = icmp slt i64 %v45, %v3
  br i1 %v67, label %b0, label %b2
b2:
  ret void
}

declare <4 x i16> @llvm.fptosi.sat.v4i16.v4f32(<4 x float>)
declare <4 x i16> @llvm.fptoui.sat.v4i16.v4f32(<4 x float>)
declare <4 x i32> @llvm.fptosi.sat.v4i32.v4f32(<4 x float>)
declare <4 x i32> @llvm.fptoui.sat.v4i32.v4f32(<4 x float>)
declare <4 x i64> @llvm.fptosi.sat.v4i64.v4f32(<4 x float>)
declare <4 x i64> @llvm.fptoui.sat.v4i64.v4f32(<4 x float>)
declare <4 x i8> @llvm.fptosi.sat.v4i8.v4f32(<4 x float>)
declare <4 x i8> @llvm.fptoui.sat.v4i8.v4f32(<4 x float>)
declare i64 @llvm.smin.i64(i64, i64)
declare void @llvm.x86.sse2.pause()

attributes #0 = { nounwind "no-builtins" "no-jump-tables"="true" "prefer-vector-width"="256" }
attributes #1 = { nounwind noinline cold "no-builtins" }
!0 = !{}
