// A value of an option that means nothing is one error.

// RUN: not %scatternd_run %s --shared-libs= 2>&1 | FileCheck %s --check-prefix=LIBS
// RUN: not %scatternd_run %s --time= 2>&1 | FileCheck %s --check-prefix=TIME
// RUN: not %scatternd_run %s --time=99999999999 2>&1 | FileCheck %s --check-prefix=LONG
// RUN: not %scatternd_run %s --output=arg=x.npy 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not %scatternd_run %s --output=argx=x.npy 2>&1 | FileCheck %s --check-prefix=LETTER
// RUN: not %scatternd_run %s --expect=arg-1=x.npy 2>&1 | FileCheck %s --check-prefix=MINUS
// RUN: not %scatternd_run %s --output=arg99999999999999999999=x.npy 2>&1 | FileCheck %s --check-prefix=BIG
// RUN: %scatternd_run %s --time=1 | FileCheck %s --check-prefix=GOOD

func.func @main() {
  return
}

// LIBS: error: expected --shared-libs to name libraries, but got an empty name
// TIME: error: expected --time to be a number from 1 to 1000000, but got ''
// LONG: error: expected --time to be a number from 1 to 1000000, but got '99999999999'
// NONE: error: --output=arg=x.npy: argN needs a number from 0 to the number of arguments less 1, but got ''
// LETTER: error: --output=argx=x.npy: argN needs a number from 0 to the number of arguments less 1, but got 'x'
// MINUS: error: --expect=arg-1=x.npy: argN needs a number from 0 to the number of arguments less 1, but got '-1'
// BIG: error: --output=arg99999999999999999999=x.npy: argN needs a number from 0 to the number of arguments less 1, but got '99999999999999999999'
// GOOD: time: median {{.*}}, 1 samples
