/* Calls the function of embedding.mlir; compiled and run by its RUN lines. */

#include "ScatterND/Runtime/Runtime.h"

#include <stdio.h>
#include <stdlib.h>

/* What a tensor or memref of rank 1 or 2 is at the C entry. */
struct floats {
  float *allocated, *aligned;
  int64_t offset, sizes[1], strides[1];
};
struct tuples {
  int64_t *allocated, *aligned;
  int64_t offset, sizes[2], strides[2];
};

/* func.func @replace: the result comes first, then the arguments. */
void _mlir_ciface_replace(struct floats *result, struct floats *data,
                          struct tuples *indices, struct floats *updates);

static void report(const char *message, void *user) {
  printf("reported: %s\n", message);
  ++*(int *)user;
}

static void print(const char *what, const struct floats *vector) {
  printf("%s:", what);
  for (int64_t i = 0; i < vector->sizes[0]; ++i)
    printf(" %g", vector->aligned[vector->offset + i * vector->strides[0]]);
  printf("\n");
}

int main(void) {
  int reports = 0;
  scatternd_set_error_handler(report, &reports);

  float d[] = {10, 20, 30, 40}, u[] = {1, 2};
  int64_t i[] = {1, 3};
  struct floats data = {d, d, 0, {4}, {1}}, updates = {u, u, 0, {2}, {1}};
  struct tuples indices = {i, i, 0, {2, 1}, {1, 1}};
  struct floats result;
  _mlir_ciface_replace(&result, &data, &indices, &updates);
  print("updated", &result);
  free(result.allocated); /* a fresh buffer: no argument says it is writable */

  i[1] = 4;
  _mlir_ciface_replace(&result, &data, &indices, &updates);
  print("unchanged", &result);
  free(result.allocated);

  scatternd_set_error_handler(NULL, NULL);
  if (reports == 1)
    printf("reported once\n");
  return 0;
}
