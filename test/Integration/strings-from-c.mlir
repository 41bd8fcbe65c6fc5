// UNSUPPORTED: sanitize

// A C program gives and takes strings as the C runtime's header has them; compiled code copies no bytes.

// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: scatternd-opt program.mlir --scatternd-to-llvm | mlir-translate --mlir-to-llvmir \
// RUN:   | llc -relocation-model=pic -filetype=obj -o program.o
// RUN: cc -Wall -Werror -I %S/../../include main.c program.o -L %scatternd_libs -lscatternd_runtime -Wl,-rpath,%scatternd_libs -o main
// RUN: ./main | FileCheck %s

// CHECK: 3 [ab]
// CHECK-NEXT: 1 [x]
// CHECK-NEXT: 0 []
// CHECK-NEXT: data's own bytes: 1
// CHECK-NEXT: a scalar: 2 [yz]

//--- program.mlir
func.func @replace(%data: tensor<3x!scatternd.string>) -> tensor<3x!scatternd.string> {
  %updates = arith.constant dense<["x"]> : tensor<1x!scatternd.string>
  %indices = arith.constant dense<1> : tensor<1x1xi64>
  %0 = scatternd.scatter %updates into %data[%indices] : tensor<1x!scatternd.string>, tensor<1x1xi64> into tensor<3x!scatternd.string>
  return %0 : tensor<3x!scatternd.string>
}
func.func @second(%a: !scatternd.string, %b: !scatternd.string) -> !scatternd.string {
  return %b : !scatternd.string
}

//--- main.c
#include "ScatterND/Runtime/Runtime.h"

#include <stdio.h>
#include <stdlib.h>

struct strings {
  scatternd_string *allocated, *aligned;
  int64_t offset, sizes[1], strides[1];
};

void _mlir_ciface_replace(struct strings *result, struct strings *data);
void _mlir_ciface_second(scatternd_string *result, scatternd_string a,
                         scatternd_string b);

int main(void) {
  scatternd_string elements[] = {{"ab\0?", 3}, {"c", 1}, {NULL, 0}};
  struct strings data = {elements, elements, 0, {3}, {1}}, result;
  _mlir_ciface_replace(&result, &data);
  for (int i = 0; i < 3; ++i) {
    scatternd_string string = result.aligned[i];
    printf("%d [", (int)string.size);
    /* Up to a NUL. */
    printf("%.*s]\n", (int)string.size, string.data ? string.data : "");
  }
  printf("data's own bytes: %d\n", result.aligned[0].data == elements[0].data);
  free(result.allocated);

  scatternd_string scalar;
  _mlir_ciface_second(&scalar, elements[0], (scatternd_string){"yz", 2});
  printf("a scalar: %d [%.*s]\n", (int)scalar.size, (int)scalar.size,
         scalar.data);
  return 0;
}
