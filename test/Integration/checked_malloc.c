/* A malloc that sees what compiled code does wrong with memory: leaks, frees of
 * what is no block or was freed, and writes past the ends of a block or into a
 * freed one. Fresh and freed memory is filled, so that reading it changes
 * values. Compiled code is linked with it by the linker's --wrap.
 *
 * One thread, and one call of compiled code between checked_begin and
 * checked_end.
 */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *__real_malloc(size_t size);
void __real_free(void *pointer);

enum { ZONE = 64, ZONE_BYTE = 0xC5, FREED_BYTE = 0xDB, BLOCKS = 1 << 14 };

struct block {
  unsigned char *raw, *user;
  size_t size;
  int live;
};

static struct block blocks[BLOCKS];
static size_t block_count;
static unsigned char fresh_byte;
static char faults[1024];

static void fault(const char *text, size_t size) {
  size_t used = strlen(faults);
  snprintf(faults + used, sizeof faults - used, "%s%s (block of %zu bytes)",
           used ? "; " : "", text, size);
}

static int filled(const unsigned char *from, size_t size, unsigned char byte) {
  for (size_t i = 0; i < size; ++i)
    if (from[i] != byte)
      return 0;
  return 1;
}

static void check_block(const struct block *block) {
  if (!filled(block->user - ZONE, ZONE, ZONE_BYTE))
    fault("write before a block", block->size);
  if (!filled(block->user + block->size, ZONE, ZONE_BYTE))
    fault("write past the end of a block", block->size);
  if (!block->live && !filled(block->user, block->size, FREED_BYTE))
    fault("write to a freed block", block->size);
}

static void *allocate(size_t alignment, size_t size) {
  if (block_count == BLOCKS) {
    fault("too many blocks", size);
    return NULL;
  }
  /* As unaligned as it may be: so code that aligns for itself leaves little
   * room behind what it uses. */
  size_t odd = alignment > 16 ? 0 : 16;
  size_t step = alignment > 64 ? alignment : 64;
  unsigned char *raw = __real_malloc(size + 2 * ZONE + 2 * step + odd);
  uintptr_t start = ((uintptr_t)raw + ZONE + step - 1) / step * step + odd;
  struct block *block = &blocks[block_count++];
  block->raw = raw;
  block->user = (unsigned char *)start;
  block->size = size;
  block->live = 1;
  memset(block->user - ZONE, ZONE_BYTE, ZONE);
  memset(block->user, fresh_byte, size);
  memset(block->user + size, ZONE_BYTE, ZONE);
  return block->user;
}

static struct block *find(const void *pointer) {
  for (size_t i = block_count; i-- > 0;)
    if (blocks[i].user == pointer)
      return &blocks[i];
  return NULL;
}

void *__wrap_malloc(size_t size) { return allocate(16, size); }

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
  return allocate(alignment, size);
}

void *__wrap_calloc(size_t count, size_t size) {
  void *pointer = allocate(16, count * size);
  return pointer ? memset(pointer, 0, count * size) : NULL;
}

void __wrap_free(void *pointer) {
  if (!pointer)
    return;
  struct block *block = find(pointer);
  if (!block) {
    fault("free of what is no block", 0);
  } else if (!block->live) {
    fault("second free of a block", block->size);
  } else {
    check_block(block);
    block->live = 0;
    memset(block->user, FREED_BYTE, block->size);
  }
}

void *__wrap_realloc(void *pointer, size_t size) {
  struct block *block = find(pointer);
  void *fresh = allocate(16, size);
  if (pointer && !block)
    fault("realloc of what is no block", 0);
  if (block && fresh)
    memcpy(fresh, pointer, block->size < size ? block->size : size);
  __wrap_free(pointer);
  return fresh;
}

/* Forgets what was; fresh memory is filled with `fresh` from now on. */
void checked_begin(int fresh) {
  while (block_count > 0)
    __real_free(blocks[--block_count].raw);
  faults[0] = 0;
  fresh_byte = (unsigned char)fresh;
}

/* As `free`, by the caller of compiled code. */
void checked_free(void *pointer) { __wrap_free(pointer); }

/* Says what was done wrong since checked_begin; empty if nothing was. */
const char *checked_end(void) {
  for (size_t i = 0; i < block_count; ++i) {
    check_block(&blocks[i]);
    if (blocks[i].live)
      fault("leak", blocks[i].size);
  }
  return faults;
}
