//===- SanitizerOptions.cpp - Defaults of the address sanitizer -----------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// LLVM's headers poison what their allocators have not given out yet. The
// shared libraries are built without the sanitizer and allocate from the same
// blocks, but do not take the poison away: a false alarm.
extern "C" const char *__asan_default_options() {
  return "allow_user_poisoning=0";
}
