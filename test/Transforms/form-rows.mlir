// RUN: %heddle-opt --form-rows --canonicalize --cse %s | FileCheck %s

// CHECK-LABEL: func.func @whole
// CHECK: scf.parallel (%[[R:.*]], %[[C:.*]]) = (%c0, %c0) to (%c25, %c25)
// CHECK-NOT: arith.div
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[R]], %[[C]]]
// CHECK: {par.block, par.rows}
// CHECK-NOT: scf.parallel
// CHECK: return
func.func @whole(%m: memref<25x25xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c625 = arith.constant 625 : index
  %w = arith.constant 25 : i32
  scf.parallel (%t) = (%c0) to (%c625) step (%c1) {
    %i = arith.index_cast %t : index to i32
    %r = arith.divsi %i, %w : i32
    %c = arith.remsi %i, %w : i32
    %row = arith.index_cast %r : i32 to index
    %column = arith.index_cast %c : i32 to index
    memref.store %x, %m[%row, %column] : memref<25x25xf32>
    scf.reduce
  } {par.block, par.merged = 625 : i64}
  return
}

// 100 are six rows of 16 and 4 more, by shifts and masks.
// CHECK-LABEL: func.func @rest
// CHECK: scf.parallel (%[[R:.*]], %[[C:.*]]) = (%c0, %c0) to (%c6, %c16)
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[R]], %[[C]]]
// CHECK: scf.parallel (%[[D:.*]]) = (%c0) to (%c4)
// CHECK: memref.store %{{.*}}, %{{.*}}[%c6, %[[D]]]
func.func @rest(%m: memref<?x16xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c15 = arith.constant 15 : index
  %c100 = arith.constant 100 : index
  scf.parallel (%t) = (%c0) to (%c100) step (%c1) {
    %r = arith.shrui %t, %c4 : index
    %c = arith.andi %t, %c15 : index
    memref.store %x, %m[%r, %c] : memref<?x16xf32>
    scf.reduce
  } {par.block}
  return
}

// Rows of 4 are too short for vectors.
// CHECK-LABEL: func.func @short
// CHECK: scf.parallel (%{{.*}}) = (%c0) to (%c100)
func.func @short(%m: memref<?x4xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c100 = arith.constant 100 : index
  scf.parallel (%t) = (%c0) to (%c100) step (%c1) {
    %r = arith.divui %t, %c4 : index
    %c = arith.remui %t, %c4 : index
    memref.store %x, %m[%r, %c] : memref<?x4xf32>
    scf.reduce
  } {par.block}
  return
}

// (2t + 1) / 32 is t / 16, and (64t + 63) / 32 is 2t + 1.
// CHECK-LABEL: func.func @multiples
// CHECK: scf.parallel (%[[R:.*]], %[[C:.*]]) = (%c0, %c0) to (%c4, %c16)
// CHECK-NOT: arith.shrsi
// CHECK-NOT: arith.div
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[R]]]
// CHECK: memref.store
func.func @multiples(%m: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %five = arith.constant 5 : i32
  %wide = arith.constant 64 : i32
  %most = arith.constant 63 : i32
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %i = arith.index_castui %t : index to i32
    %twice = arith.muli %i, %two : i32
    %odd = arith.addi %twice, %one : i32
    %row = arith.shrsi %odd, %five : i32
    %at = arith.index_cast %row : i32 to index
    memref.store %x, %m[%at] : memref<?xf32>
    %far = arith.muli %i, %wide : i32
    %end = arith.addi %far, %most : i32
    %line = arith.shrsi %end, %five : i32
    %to = arith.index_cast %line : i32 to index
    memref.store %x, %m[%to] : memref<?xf32>
    scf.reduce
  } {par.block}
  return
}

// The lanes of a warp stay a row.
// CHECK-LABEL: func.func @lanes
// CHECK: scf.parallel (%{{.*}}) = (%c0) to (%c32)
func.func @lanes(%m: memref<?x8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  scf.parallel (%t) = (%c0) to (%c32) step (%c1) {
    %r = arith.divui %t, %c8 : index
    %c = arith.remui %t, %c8 : index
    memref.store %x, %m[%r, %c] : memref<?x8xf32>
    scf.reduce
  } {par.block, par.capacity = 32 : i64}
  return
}

// Rows of four are no vectors, but these threads would have none anyway.
// CHECK-LABEL: func.func @scattered
// CHECK: scf.parallel (%{{.*}}, %{{.*}}) = (%c0, %c0) to (%c16, %c4)
// CHECK-NOT: arith.div
// CHECK: {par.block, par.rows}
func.func @scattered(%m: memref<528xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %i = arith.muli %t, %c8 overflow<nsw> : index
    %pad = arith.divui %t, %c4 : index
    %j = arith.addi %i, %pad overflow<nsw> : index
    memref.store %x, %m[%j] : memref<528xi32>
    scf.reduce
  } {par.block}
  return
}

// Rows of four in which neighbours touch neighbours are short vectors.
// CHECK-LABEL: func.func @padded
// CHECK: scf.parallel (%{{.*}}, %{{.*}}) = (%c0, %c0) to (%c16, %c4)
func.func @padded(%m: memref<528xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %pad = arith.divui %t, %c4 : index
    %j = arith.addi %t, %pad overflow<nsw> : index
    memref.store %x, %m[%j] : memref<528xi32>
    scf.reduce
  } {par.block}
  return
}

// Neither.
// CHECK-LABEL: func.func @pairs
// CHECK: scf.parallel (%{{.*}}) = (%c0) to (%c64)
func.func @pairs(%m: memref<528xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %pad = arith.divui %t, %c4 : index
    %i = arith.muli %t, %c2 overflow<nsw> : index
    %j = arith.addi %i, %pad overflow<nsw> : index
    memref.store %x, %m[%j] : memref<528xi32>
    scf.reduce
  } {par.block}
  return
}

// Each value of a long computation is looked at once, however often it is used:
// this test does not end otherwise.
// CHECK-LABEL: func.func @reused
// CHECK: scf.parallel (%[[T:.*]]) = (%c0) to (%c64)
// CHECK-NOT: arith.div
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[T]]]
func.func @reused(%m: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %v0 = arith.muli %t, %c8 : index
    %v1 = arith.addi %v0, %v0 : index
    %v2 = arith.subi %v1, %v0 : index
    %v3 = arith.subi %v2, %v1 : index
    %v4 = arith.subi %v3, %v2 : index
    %v5 = arith.subi %v4, %v3 : index
    %v6 = arith.subi %v5, %v4 : index
    %v7 = arith.subi %v6, %v5 : index
    %v8 = arith.subi %v7, %v6 : index
    %v9 = arith.subi %v8, %v7 : index
    %v10 = arith.subi %v9, %v8 : index
    %v11 = arith.subi %v10, %v9 : index
    %v12 = arith.subi %v11, %v10 : index
    %v13 = arith.subi %v12, %v11 : index
    %v14 = arith.subi %v13, %v12 : index
    %v15 = arith.subi %v14, %v13 : index
    %v16 = arith.subi %v15, %v14 : index
    %v17 = arith.subi %v16, %v15 : index
    %v18 = arith.subi %v17, %v16 : index
    %v19 = arith.subi %v18, %v17 : index
    %v20 = arith.subi %v19, %v18 : index
    %v21 = arith.subi %v20, %v19 : index
    %v22 = arith.subi %v21, %v20 : index
    %v23 = arith.subi %v22, %v21 : index
    %v24 = arith.subi %v23, %v22 : index
    %v25 = arith.subi %v24, %v23 : index
    %v26 = arith.subi %v25, %v24 : index
    %v27 = arith.subi %v26, %v25 : index
    %v28 = arith.subi %v27, %v26 : index
    %v29 = arith.subi %v28, %v27 : index
    %v30 = arith.subi %v29, %v28 : index
    %v31 = arith.subi %v30, %v29 : index
    %v32 = arith.subi %v31, %v30 : index
    %v33 = arith.subi %v32, %v31 : index
    %v34 = arith.subi %v33, %v32 : index
    %v35 = arith.subi %v34, %v33 : index
    %v36 = arith.subi %v35, %v34 : index
    %v37 = arith.subi %v36, %v35 : index
    %v38 = arith.subi %v37, %v36 : index
    %v39 = arith.subi %v38, %v37 : index
    %v40 = arith.subi %v39, %v38 : index
    %v41 = arith.subi %v40, %v39 : index
    %v42 = arith.subi %v41, %v40 : index
    %v43 = arith.subi %v42, %v41 : index
    %v44 = arith.subi %v43, %v42 : index
    %v45 = arith.subi %v44, %v43 : index
    %v46 = arith.subi %v45, %v44 : index
    %v47 = arith.subi %v46, %v45 : index
    %v48 = arith.subi %v47, %v46 : index
    %v49 = arith.subi %v48, %v47 : index
    %v50 = arith.subi %v49, %v48 : index
    %v51 = arith.subi %v50, %v49 : index
    %v52 = arith.subi %v51, %v50 : index
    %v53 = arith.subi %v52, %v51 : index
    %v54 = arith.subi %v53, %v52 : index
    %v55 = arith.subi %v54, %v53 : index
    %v56 = arith.subi %v55, %v54 : index
    %v57 = arith.subi %v56, %v55 : index
    %v58 = arith.subi %v57, %v56 : index
    %v59 = arith.subi %v58, %v57 : index
    %v60 = arith.subi %v59, %v58 : index
    %v61 = arith.subi %v60, %v59 : index
    %v62 = arith.subi %v61, %v60 : index
    %v63 = arith.subi %v62, %v61 : index
    %v64 = arith.subi %v63, %v62 : index
    %v65 = arith.subi %v64, %v63 : index
    %v66 = arith.subi %v65, %v64 : index
    %v67 = arith.subi %v66, %v65 : index
    %v68 = arith.subi %v67, %v66 : index
    %v69 = arith.subi %v68, %v67 : index
    %v70 = arith.subi %v69, %v68 : index
    %v71 = arith.subi %v70, %v69 : index
    %v72 = arith.subi %v71, %v70 : index
    %v73 = arith.subi %v72, %v71 : index
    %v74 = arith.subi %v73, %v72 : index
    %v75 = arith.subi %v74, %v73 : index
    %v76 = arith.subi %v75, %v74 : index
    %v77 = arith.subi %v76, %v75 : index
    %v78 = arith.subi %v77, %v76 : index
    %i = arith.divui %v78, %c8 : index
    memref.store %x, %m[%i] : memref<?xf32>
    scf.reduce
  } {par.block}
  return
}
