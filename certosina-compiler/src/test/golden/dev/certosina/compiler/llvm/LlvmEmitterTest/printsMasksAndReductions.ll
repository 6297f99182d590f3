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

define void @normalise(ptr noalias readonly %arguments, ptr noalias readonly %coordinates, ptr %scratch) #0 {
entry:
  %v33 = alloca <16 x float>
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
  %v10 = icmp slt i64 %v7, 0
  %v11 = zext i1 %v10 to i64
  %v12 = xor i64 %v7, -1
  %v13 = getelementptr i8, ptr %scratch, i64 %v12
  %v14 = inttoptr i64 %v7 to ptr
  %v15 = select i1 %v10, ptr %v13, ptr %v14
  %v16 = icmp slt i64 %v9, 0
  %v17 = zext i1 %v16 to i64
  %v18 = xor i64 %v9, -1
  %v19 = getelementptr i8, ptr %scratch, i64 %v18
  %v20 = inttoptr i64 %v9 to ptr
  %v21 = select i1 %v16, ptr %v19, ptr %v20
  %v22 = getelementptr i8, ptr %coordinates, i64 8
  %v23 = load i64, ptr %v22, !invariant.load !0
  %v24 = getelementptr i8, ptr %coordinates, i64 8
  %v25 = load i64, ptr %v24, !invariant.load !0
  %v26 = getelementptr i8, ptr %coordinates, i64 16
  %v27 = load i64, ptr %v26, !invariant.load !0
  %v28 = add i64 %v25, %v27
  %v29 = icmp slt i64 %v23, %v28
  br i1 %v29, label %b0, label %b2
b0:
  %v31 = phi i64 [ %v23, %entry ], [ %v30, %b1 ]
  %v32 = mul i64 %v31, %v3
  store <16 x float> splat (float 0x0000000000000000), ptr %v33
  %v34 = icmp slt i64 0, %v3
  br i1 %v34, label %b3, label %b5
b3:
  %v36 = phi i64 [ 0, %b0 ], [ %v35, %b4 ]
  %v37 = sub i64 %v3, %v36
  %v38 = insertelement <16 x i64> poison, i64 %v37, i64 0
  %v39 = shufflevector <16 x i64> %v38, <16 x i64> poison, <16 x i32> zeroinitializer
  %v40 = icmp slt <16 x i64> <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>, %v39
  %v41 = load <16 x float>, ptr %v33
  %v42 = add i64 %v32, %v36
  %v43 = getelementptr float, ptr %v15, i64 %v42
  %v44 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr %v43, i32 4, <16 x i1> %v40, <16 x float> zeroinitializer)
  %v45 = call <16 x float> @llvm.fabs.v16f32(<16 x float> %v44)
  %v46 = fcmp ogt <16 x float> %v41, %v45
  %v47 = select <16 x i1> %v46, <16 x float> %v41, <16 x float> %v45
  %v48 = bitcast <16 x float> %v47 to <16 x i32>
  %v49 = fcmp ogt <16 x float> %v45, %v41
  %v50 = select <16 x i1> %v49, <16 x float> %v45, <16 x float> %v41
  %v51 = bitcast <16 x float> %v50 to <16 x i32>
  %v52 = and <16 x i32> %v48, %v51
  %v53 = fcmp uno <16 x float> %v41, %v45
  %v54 = sext <16 x i1> %v53 to <16 x i32>
  %v55 = or <16 x i32> %v52, %v54
  %v56 = bitcast <16 x i32> %v55 to <16 x float>
  store <16 x float> %v56, ptr %v33
  br label %b4
b4:
  %v35 = add i64 %v36, 16
  %v57 = icmp slt i64 %v35, %v3
  br i1 %v57, label %b3, label %b5
b5:
  %v58 = load <16 x float>, ptr %v33
  %v59 = shufflevector <16 x float> %v58, <16 x float> %v58, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v60 = shufflevector <16 x float> %v58, <16 x float> %v58, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v61 = fcmp ogt <8 x float> %v59, %v60
  %v62 = select <8 x i1> %v61, <8 x float> %v59, <8 x float> %v60
  %v63 = bitcast <8 x float> %v62 to <8 x i32>
  %v64 = fcmp ogt <8 x float> %v60, %v59
  %v65 = select <8 x i1> %v64, <8 x float> %v60, <8 x float> %v59
  %v66 = bitcast <8 x float> %v65 to <8 x i32>
  %v67 = and <8 x i32> %v63, %v66
  %v68 = fcmp uno <8 x float> %v59, %v60
  %v69 = sext <8 x i1> %v68 to <8 x i32>
  %v70 = or <8 x i32> %v67, %v69
  %v71 = bitcast <8 x i32> %v70 to <8 x float>
  %v72 = shufflevector <8 x float> %v71, <8 x float> %v71, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v73 = shufflevector <8 x float> %v71, <8 x float> %v71, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v74 = fcmp ogt <4 x float> %v72, %v73
  %v75 = select <4 x i1> %v74, <4 x float> %v72, <4 x float> %v73
  %v76 = bitcast <4 x float> %v75 to <4 x i32>
  %v77 = fcmp ogt <4 x float> %v73, %v72
  %v78 = select <4 x i1> %v77, <4 x float> %v73, <4 x float> %v72
  %v79 = bitcast <4 x float> %v78 to <4 x i32>
  %v80 = and <4 x i32> %v76, %v79
  %v81 = fcmp uno <4 x float> %v72, %v73
  %v82 = sext <4 x i1> %v81 to <4 x i32>
  %v83 = or <4 x i32> %v80, %v82
  %v84 = bitcast <4 x i32> %v83 to <4 x float>
  %v85 = shufflevector <4 x float> %v84, <4 x float> %v84, <2 x i32> <i32 0, i32 1>
  %v86 = shufflevector <4 x float> %v84, <4 x float> %v84, <2 x i32> <i32 2, i32 3>
  %v87 = fcmp ogt <2 x float> %v85, %v86
  %v88 = select <2 x i1> %v87, <2 x float> %v85, <2 x float> %v86
  %v89 = bitcast <2 x float> %v88 to <2 x i32>
  %v90 = fcmp ogt <2 x float> %v86, %v85
  %v91 = select <2 x i1> %v90, <2 x float> %v86, <2 x float> %v85
  %v92 = bitcast <2 x float> %v91 to <2 x i32>
  %v93 = and <2 x i32> %v89, %v92
  %v94 = fcmp uno <2 x float> %v85, %v86
  %v95 = sext <2 x i1> %v94 to <2 x i32>
  %v96 = or <2 x i32> %v93, %v95
  %v97 = bitcast <2 x i32> %v96 to <2 x float>
  %v98 = extractelement <2 x float> %v97, i64 0
  %v99 = extractelement <2 x float> %v97, i64 1
  %v100 = fcmp ogt float %v98, %v99
  %v101 = select i1 %v100, float %v98, float %v99
  %v102 = bitcast float %v101 to i32
  %v103 = fcmp ogt float %v99, %v98
  %v104 = select i1 %v103, float %v99, float %v98
  %v105 = bitcast float %v104 to i32
  %v106 = and i32 %v102, %v105
  %v107 = fcmp uno float %v98, %v99
  %v108 = sext i1 %v107 to i32
  %v109 = or i32 %v106, %v108
  %v110 = bitcast i32 %v109 to float
  %v111 = icmp slt i64 0, %v3
  br i1 %v111, label %b6, label %b8
b6:
  %v113 = phi i64 [ 0, %b5 ], [ %v112, %b7 ]
  %v114 = sub i64 %v3, %v113
  %v115 = insertelement <16 x i64> poison, i64 %v114, i64 0
  %v116 = shufflevector <16 x i64> %v115, <16 x i64> poison, <16 x i32> zeroinitializer
  %v117 = icmp slt <16 x i64> <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>, %v116
  %v118 = add i64 %v32, %v113
  %v119 = add i64 %v32, %v113
  %v120 = getelementptr float, ptr %v15, i64 %v119
  %v121 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr %v120, i32 4, <16 x i1> %v117, <16 x float> zeroinitializer)
  %v122 = insertelement <16 x float> poison, float %v110, i64 0
  %v123 = shufflevector <16 x float> %v122, <16 x float> poison, <16 x i32> zeroinitializer
  %v124 = fdiv <16 x float> %v121, %v123
  %v125 = getelementptr float, ptr %v21, i64 %v118
  call void @llvm.masked.store.v16f32.p0(<16 x float> %v124, ptr %v125, i32 4, <16 x i1> %v117)
  br label %b7
b7:
  %v112 = add i64 %v113, 16
  %v126 = icmp slt i64 %v112, %v3
  br i1 %v126, label %b6, label %b8
b8:
  br label %b1
b1:
  %v30 = add i64 %v31, 1
  %v127 = icmp slt i64 %v30, %v28
  br i1 %v127, label %b0, label %b2
b2:
  ret void
}

declare <16 x float> @llvm.fabs.v16f32(<16 x float>)
declare <16 x float> @llvm.masked.load.v16f32.p0(ptr, i32, <16 x i1>, <16 x float>)
declare i64 @llvm.smin.i64(i64, i64)
declare void @llvm.masked.store.v16f32.p0(<16 x float>, ptr, i32, <16 x i1>)
declare void @llvm.x86.sse2.pause()

attributes #0 = { nounwind "no-builtins" "no-jump-tables"="true" "prefer-vector-width"="512" }
attributes #1 = { nounwind noinline cold "no-builtins" }
!0 = !{}
