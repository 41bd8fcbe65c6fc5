// RUN: scatternd-opt %s --scatternd-check-resources --split-input-file --verify-diagnostics | FileCheck %s

// Resources of no or one element hold their values; the others are as they were.
// CHECK-LABEL: func.func @taken
// CHECK-DAG: arith.constant dense_resource<two> : tensor<2xf32>
// CHECK-DAG: arith.constant dense_resource<narrow> : tensor<2xi4>
// CHECK-DAG: arith.constant dense<3.000000e+00> : tensor<f32>
// CHECK-DAG: arith.constant dense<true> : tensor<1x1xi1>
// CHECK-DAG: arith.constant dense<-1> : tensor<i4>
// CHECK-DAG: arith.constant dense<(1.000000e+00,2.000000e+00)> : tensor<complex<f32>>
// CHECK-DAG: arith.constant dense<> : tensor<0x3xbf16>
func.func @taken() {
  %0 = arith.constant dense_resource<two> : tensor<2xf32>
  %1 = arith.constant dense_resource<narrow> : tensor<2xi4>
  %2 = arith.constant dense_resource<one> : tensor<f32>
  %3 = arith.constant dense_resource<true> : tensor<1x1xi1>
  %4 = arith.constant dense_resource<minus> : tensor<i4>
  %5 = arith.constant dense_resource<complex> : tensor<complex<f32>>
  %6 = arith.constant dense_resource<none> : tensor<0x3xbf16>
  return
}
{-#
  dialect_resources: {
    builtin: {
      two: "0x400000000000803F00000040",
      narrow: "0x40000000010F",
      one: "0x4000000000004040",
      true: "0x4000000001",
      minus: "0x400000000F",
      complex: "0x400000000000803F00000040",
      none: "0x40000000"
    }
  }
#-}

// -----

func.func @too_short() {
  // expected-error @below {{expected resource 'short' to have 8 bytes ('tensor<2xf32>'), but got 7}}
  %0 = arith.constant dense_resource<short> : tensor<2xf32>
  return
}
{-# dialect_resources: { builtin: { short: "0x4000000000008040000000" } } #-}

// -----

func.func @too_long() {
  // expected-error @below {{expected resource 'long' to have 2 bytes ('tensor<2xi1>'), but got 3}}
  %0 = arith.constant dense_resource<long> : tensor<2xi1>
  return
}
{-# dialect_resources: { builtin: { long: "0x40000000010001" } } #-}

// -----

func.func @no_elements() {
  // expected-error @below {{expected resource 'some' to have 0 bytes ('tensor<2x0xf32>'), but got 1}}
  %0 = arith.constant dense_resource<some> : tensor<2x0xf32>
  return
}
{-# dialect_resources: { builtin: { some: "0x4000000001" } } #-}

// -----

func.func @no_data() {
  // expected-error @below {{expected resource 'elided' to have 32 bytes ('tensor<2xcomplex<f64>>'), but got no data}}
  %0 = arith.constant dense_resource<elided> : tensor<2xcomplex<f64>>
  return
}

// -----

func.func @not_a_bool() {
  // expected-error @below {{expected byte 1 of resource 'bools' to be 0 to 1 ('tensor<3xi1>'), but got 255}}
  %0 = arith.constant dense_resource<bools> : tensor<3xi1>
  return
}
{-# dialect_resources: { builtin: { bools: "0x4000000001FF02" } } #-}

// -----

func.func @more_than_four_bits() {
  // expected-error @below {{expected byte 0 of resource 'narrow' to be 0 to 15 ('tensor<1xsi4>'), but got 16}}
  %0 = "arith.constant"() <{value = dense_resource<narrow> : tensor<1xsi4>}> : () -> tensor<1xsi4>
  return
}
{-# dialect_resources: { builtin: { narrow: "0x4000000010" } } #-}

// -----

func.func @element_type() {
  // expected-error @below {{has resource 'wide' with element type 'i12', which the lowering does not take}}
  %0 = arith.constant dense_resource<wide> : tensor<1xi12>
  return
}
{-# dialect_resources: { builtin: { wide: "0x400000000100" } } #-}

// -----

func.func @too_many() {
  // expected-error @below {{expected resource 'w' to have less than 2^63 bytes, but got type 'tensor<4294967296x4294967296xi8>'}}
  %0 = arith.constant dense_resource<w> : tensor<4294967296x4294967296xi8>
  return
}
{-# dialect_resources: { builtin: { w: "0x4000000000" } } #-}

// -----

memref.global "private" constant @aligned : memref<2xi8> = dense_resource<bytes> {alignment = 4}
// expected-error @below {{expected resource 'bytes' to be aligned to 64 bytes, but got 4}}
memref.global "private" constant @promised : memref<2xi8> = dense_resource<bytes> {alignment = 64}
{-# dialect_resources: { builtin: { bytes: "0x040000000102" } } #-}

// -----

func.func @strings() {
  // expected-error @below {{has resource 'strings' with element type '!scatternd.string', whose elements refer to bytes elsewhere; expected dense<...>}}
  %0 = arith.constant dense_resource<strings> : tensor<2x!scatternd.string>
  return
}
{-#
  dialect_resources: {
    builtin: {
      strings: "0x400000000000000000000000000000000000000000000000000000000000000000000000"
    }
  }
#-}

// -----

func.func @dynamic() {
  // expected-error @below {{expected resource 'any' to have a static shape, but got 'tensor<?xf32>'}}
  %0 = arith.constant dense_resource<any> : tensor<?xf32>
  return
}
{-#
  dialect_resources: {
    builtin: {
      any: "0x4000000000000000"
    }
  }
#-}
