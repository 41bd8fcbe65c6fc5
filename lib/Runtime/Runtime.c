/*===- Runtime.c - What compiled code calls ---------------------------*- C
-*-===*\
|*                                                                            *|
|* Part of the ScatterND project, under the Apache License v2.0 with LLVM     *|
|* Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception        *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include "ScatterND/Runtime/Runtime.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*===----------------------------------------------------------------------===*\
|* The error handler                                                          *|
\*===----------------------------------------------------------------------===*/

static void print_and_abort(const char *message, void *user) {
  (void)user;
  fprintf(stderr, "error: %s\n", message);
  abort();
}

/* A handler must never be paired with another handler's pointer, so both are
 * read and written under one lock. It is not held while the handler runs: a
 * handler may set another one, and several may run at once. */
static pthread_mutex_t handler_lock = PTHREAD_MUTEX_INITIALIZER;
static scatternd_error_handler current_handler = print_and_abort;
static void *current_user = NULL;

void scatternd_set_error_handler(scatternd_error_handler handler, void *user) {
  pthread_mutex_lock(&handler_lock);
  current_handler = handler ? handler : print_and_abort;
  current_user = handler ? user : NULL;
  pthread_mutex_unlock(&handler_lock);
}

static void hand_over(const char *message) {
  pthread_mutex_lock(&handler_lock);
  scatternd_error_handler handler = current_handler;
  void *user = current_user;
  pthread_mutex_unlock(&handler_lock);
  handler(message, user);
}

/*===----------------------------------------------------------------------===*\
|* Messages of any length                                                     *|
\*===----------------------------------------------------------------------===*/

/* A string that grows. `text` is `inline_text` until that is too small. */
struct message {
  char *text;
  size_t length;
  size_t capacity;
  int out_of_memory;
  char inline_text[512];
};

static void append_text(struct message *m, const char *text) {
  size_t length = strlen(text);
  if (m->out_of_memory)
    return;
  if (length >= m->capacity - m->length) {
    size_t capacity = 2 * (m->length + length + 1);
    char *old = m->text == m->inline_text ? NULL : m->text;
    char *grown = realloc(old, capacity);
    if (!grown) {
      m->out_of_memory = 1;
      return;
    }
    if (!old)
      memcpy(grown, m->inline_text, m->length);
    m->text = grown;
    m->capacity = capacity;
  }
  memcpy(m->text + m->length, text, length + 1);
  m->length += length;
}

/* Appends text with its control characters escaped: a message is one line,
 * whatever a location's file is called. */
static void append_escaped(struct message *m, const char *text) {
  static const char digits[] = "0123456789abcdef";
  for (; *text; ++text) {
    unsigned char c = (unsigned char)*text;
    char piece[5] = {*text};
    if (c == '\n' || c == '\t') {
      piece[0] = '\\';
      piece[1] = c == '\n' ? 'n' : 't';
    } else if (c < 0x20 || c == 0x7f) {
      piece[0] = '\\';
      piece[1] = 'x';
      piece[2] = digits[c >> 4];
      piece[3] = digits[c & 15];
    }
    append_text(m, piece);
  }
}

/* Every message starts with the location. */
static void init_message(struct message *m, const char *location) {
  m->text = m->inline_text;
  m->length = 0;
  m->capacity = sizeof(m->inline_text);
  m->out_of_memory = 0;
  append_escaped(m, location);
}

static void append_number(struct message *m, int64_t number) {
  char digits[24];
  snprintf(digits, sizeof(digits), "%" PRId64, number);
  append_text(m, digits);
}

/* Hands the message over and frees it. */
static void finish_message(struct message *m) {
  /* Half a message would name the wrong thing; say what can be said. */
  hand_over(m->out_of_memory ? "out of memory while wording a message"
                             : m->text);
  if (m->text != m->inline_text)
    free(m->text);
}

static const char *operand_name(int64_t operand) {
  switch (operand) {
  case SCATTERND_DATA:
    return "data";
  case SCATTERND_INDICES:
    return "indices";
  case SCATTERND_UPDATES:
    return "updates";
  case SCATTERND_INIT:
    return "init";
  default:
    return "<unknown operand>";
  }
}

/* Appends "OPERAND dimension DIMENSION is EXTENT". */
static void append_extent(struct message *m, int64_t operand, int64_t dimension,
                          int64_t extent) {
  append_text(m, operand_name(operand));
  append_text(m, " dimension ");
  append_number(m, dimension);
  append_text(m, " is ");
  append_number(m, extent);
}

/*===----------------------------------------------------------------------===*\
|* Reports                                                                    *|
\*===----------------------------------------------------------------------===*/

void scatternd_report_index(const char *location, int64_t value,
                            int64_t dimension, int64_t extent, int64_t wraps,
                            int64_t rank, ...) {
  struct message m;
  va_list coordinate;
  init_message(&m, location);
  append_text(&m, ": index out of bounds: indices[");
  va_start(coordinate, rank);
  for (int64_t i = 0; i < rank; ++i) {
    if (i != 0)
      append_text(&m, ", ");
    append_number(&m, va_arg(coordinate, int64_t));
  }
  va_end(coordinate);
  append_text(&m, "] = ");
  append_number(&m, value);
  append_text(&m, ", but data dimension ");
  append_number(&m, dimension);
  append_text(&m, " has extent ");
  append_number(&m, extent);
  append_text(&m, " (valid: ");
  if (extent == 0) {
    append_text(&m, "none");
  } else {
    append_number(&m, wraps ? -extent : 0);
    append_text(&m, " to ");
    append_number(&m, extent - 1);
  }
  append_text(&m, ")");
  finish_message(&m);
}

void scatternd_report_extent(const char *location, int64_t operand,
                             int64_t dimension, int64_t extent, int64_t other,
                             int64_t other_dimension, int64_t other_extent) {
  struct message m;
  init_message(&m, location);
  append_text(&m, ": shape mismatch: ");
  append_extent(&m, operand, dimension, extent);
  append_text(&m, ", but ");
  append_extent(&m, other, other_dimension, other_extent);
  finish_message(&m);
}

void scatternd_report_components(const char *location, int64_t dimension,
                                 int64_t extent, int64_t data_rank,
                                 int64_t operand, int64_t rank,
                                 int64_t components) {
  struct message m;
  init_message(&m, location);
  append_text(&m, ": shape mismatch: ");
  append_extent(&m, SCATTERND_INDICES, dimension, extent);
  append_text(&m, ", but data rank ");
  append_number(&m, data_rank);
  append_text(&m, " and ");
  append_text(&m, operand_name(operand));
  append_text(&m, " rank ");
  append_number(&m, rank);
  append_text(&m, " leave ");
  append_number(&m, components);
  append_text(&m, " components");
  finish_message(&m);
}
