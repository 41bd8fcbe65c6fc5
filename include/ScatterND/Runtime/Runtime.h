//===- Runtime.h - What compiled code calls -----------------------*- C -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled code passes the facts of a bad index or shape to these functions,
// which word the message and hand it to the error handler. They return, and
// compiled code goes on with the destination unchanged. And what a string is in
// memory that compiled code shares with its callers.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_RUNTIME_RUNTIME_H
#define SCATTERND_RUNTIME_RUNTIME_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An element of type !scatternd.string: `size` bytes at `data`, which nobody
 * changes. NULs count like other bytes, and there is none behind the last one.
 * `data` of an empty string may be NULL.
 *
 * Whoever makes a tensor owns the bytes of its strings, and compiled code those
 * of its constants. Compiled code moves elements, and neither copies nor frees
 * bytes: a result's strings are those of arguments and constants, so the bytes
 * of arguments must live as long as results are used. */
typedef struct scatternd_string {
  const char *data;
  int64_t size;
} scatternd_string;

/* Gets each message (without "error: " and without a line end; it lives only
 * for the call) and the pointer given with the handler. A handler may be
 * called from any thread and concurrently; it must return or end the process,
 * never unwind. */
typedef void (*scatternd_error_handler)(const char *message, void *user);

/* Sets the process-wide handler; NULL brings back the default, which prints
 * "error: MESSAGE" to standard error and aborts. May be called at any time. */
void scatternd_set_error_handler(scatternd_error_handler handler, void *user);

/* The operands that a shape report can name. */
enum scatternd_operand {
  SCATTERND_DATA = 0,
  SCATTERND_INDICES = 1,
  SCATTERND_UPDATES = 2,
  SCATTERND_INIT = 3
};

/* Reports a component that is out of bounds:
 *   LOCATION: index out of bounds: indices[COORDINATE...] = VALUE, but data
 *   dimension DIMENSION has extent EXTENT (valid: LOW to HIGH)
 * `wraps` is 1 where negative components count from the end, else 0. `rank` is
 * the rank of indices; as many int64_t follow, the coordinate of the component
 * in indices. */
void scatternd_report_index(const char *location, int64_t value,
                            int64_t dimension, int64_t extent, int64_t wraps,
                            int64_t rank, ...);

/* Reports two extents that disagree (C7 to C9):
 *   LOCATION: shape mismatch: OPERAND dimension DIMENSION is EXTENT, but
 *   OTHER dimension OTHER_DIMENSION is OTHER_EXTENT */
void scatternd_report_extent(const char *location, int64_t operand,
                             int64_t dimension, int64_t extent, int64_t other,
                             int64_t other_dimension, int64_t other_extent);

/* Reports a number of components that the ranks do not leave (C6):
 *   LOCATION: shape mismatch: indices dimension DIMENSION is EXTENT, but data
 *   rank DATA_RANK and OPERAND rank RANK leave COMPONENTS components */
void scatternd_report_components(const char *location, int64_t dimension,
                                 int64_t extent, int64_t data_rank,
                                 int64_t operand, int64_t rank,
                                 int64_t components);

#ifdef __cplusplus
}
#endif

#endif /* SCATTERND_RUNTIME_RUNTIME_H */
