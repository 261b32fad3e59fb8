// RUN: %heddle-opt --narrow-lanes --canonicalize %s | FileCheck %s

// Sums of bytes fit in 16 bits.
// CHECK-LABEL: func.func @sums
// CHECK: arith.addi %{{.*}} : vector<32xi16>
// CHECK-NOT: vector<32xi32>
// CHECK: return
func.func @sums(%p: !llvm.ptr, %q: !llvm.ptr) {
  %four = arith.constant dense<4> : vector<32xi32>
  %a = llvm.load %p : !llvm.ptr -> vector<32xi8>
  %b = llvm.load %q : !llvm.ptr -> vector<32xi8>
  %x = arith.extui %a : vector<32xi8> to vector<32xi32>
  %y = arith.extui %b : vector<32xi8> to vector<32xi32>
  %sum = arith.addi %x, %y overflow<nsw, nuw> : vector<32xi32>
  %part = arith.shrsi %sum, %four : vector<32xi32>
  %c = arith.trunci %part : vector<32xi32> to vector<32xi8>
  llvm.store %c, %p : vector<32xi8>, !llvm.ptr
  return
}

// 65025 fits without a sign: what promised that the sign does not change in 32
// bits says nothing of 16.
// CHECK-LABEL: func.func @products
// CHECK: arith.muli %{{[0-9]+}}, %{{[0-9]+}} : vector<32xi16>
// CHECK: arith.shrui
func.func @products(%p: !llvm.ptr, %q: !llvm.ptr) {
  %eight = arith.constant dense<8> : vector<32xi32>
  %a = llvm.load %p : !llvm.ptr -> vector<32xi8>
  %b = llvm.load %q : !llvm.ptr -> vector<32xi8>
  %x = arith.extui %a : vector<32xi8> to vector<32xi32>
  %y = arith.extui %b : vector<32xi8> to vector<32xi32>
  %product = arith.muli %x, %y overflow<nsw, nuw> : vector<32xi32>
  %part = arith.shrsi %product, %eight : vector<32xi32>
  %c = arith.trunci %part : vector<32xi32> to vector<32xi8>
  llvm.store %c, %p : vector<32xi8>, !llvm.ptr
  return
}

// These need more bits.
// CHECK-LABEL: func.func @wide
// CHECK: arith.muli %{{.*}} : vector<32xi32>
func.func @wide(%p: !llvm.ptr, %q: !llvm.ptr) {
  %many = arith.constant dense<1000> : vector<32xi32>
  %a = llvm.load %p : !llvm.ptr -> vector<32xi8>
  %x = arith.extui %a : vector<32xi8> to vector<32xi32>
  %product = arith.muli %x, %many : vector<32xi32>
  llvm.store %product, %q : vector<32xi32>, !llvm.ptr
  return
}

// Single numbers, which may be addresses, stay as they are.
// CHECK-LABEL: func.func @single
// CHECK: arith.addi %{{.*}} : i32
func.func @single(%a: i8, %b: i8) -> i32 {
  %x = arith.extui %a : i8 to i32
  %y = arith.extui %b : i8 to i32
  %sum = arith.addi %x, %y : i32
  return %sum : i32
}

// Where the sign's bit is part of the number, a shift fills with zeros, and a
// comparison ignores the sign.
// CHECK-LABEL: func.func @large
// CHECK: arith.shrui %{{.*}} : vector<16xi16>
// CHECK: arith.cmpi ult, %{{.*}} : vector<16xi16>
func.func @large(%p: !llvm.ptr, %q: !llvm.ptr) {
  %five = arith.constant dense<5> : vector<16xi32>
  %most = arith.constant dense<40000> : vector<16xi32>
  %a = llvm.load %p : !llvm.ptr -> vector<16xi16>
  %x = arith.extui %a : vector<16xi16> to vector<16xi32>
  %part = arith.shrsi %x, %five : vector<16xi32>
  %less = arith.cmpi slt, %x, %most : vector<16xi32>
  llvm.store %part, %p : vector<16xi32>, !llvm.ptr
  llvm.store %less, %q : vector<16xi1>, !llvm.ptr
  return
}

// A difference of bytes has a sign.
// CHECK-LABEL: func.func @difference
// CHECK: arith.subi %{{.*}} : vector<32xi16>
// CHECK: arith.shrsi %{{.*}} : vector<32xi16>
// CHECK: arith.extsi
func.func @difference(%p: !llvm.ptr, %q: !llvm.ptr) {
  %one = arith.constant dense<1> : vector<32xi32>
  %a = llvm.load %p : !llvm.ptr -> vector<32xi8>
  %b = llvm.load %q : !llvm.ptr -> vector<32xi8>
  %x = arith.extui %a : vector<32xi8> to vector<32xi32>
  %y = arith.extui %b : vector<32xi8> to vector<32xi32>
  %difference = arith.subi %x, %y : vector<32xi32>
  %half = arith.shrsi %difference, %one : vector<32xi32>
  llvm.store %half, %p : vector<32xi32>, !llvm.ptr
  return
}

// The shift is one of more bits than are left.
// CHECK-LABEL: func.func @shift
// CHECK: arith.shrsi %{{.*}} : vector<32xi32>
func.func @shift(%p: !llvm.ptr, %by: i32) {
  %fifteen = arith.constant 31 : i32
  %some = arith.andi %by, %fifteen : i32
  %all = vector.broadcast %some : i32 to vector<32xi32>
  %a = llvm.load %p : !llvm.ptr -> vector<32xi8>
  %x = arith.extui %a : vector<32xi8> to vector<32xi32>
  %part = arith.shrsi %x, %all : vector<32xi32>
  llvm.store %part, %p : vector<32xi32>, !llvm.ptr
  return
}
