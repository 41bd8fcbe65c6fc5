//===- plain_loop.cpp - The loop that compiled scatters are held against --===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// usage: scatternd-plain-loop full|inplace none|add|max SAMPLES DATA.npy
//                             INDICES.npy UPDATES.npy
//
// What one would write by hand in C++ and think no more about: a memcpy of
// data (full), then for each tuple load, wrap and check the components and copy
// or combine the slice. Prints times as scatternd-run --time does.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

[[noreturn]] static void fail(const std::string &why) {
  std::fprintf(stderr, "error: %s\n", why.c_str());
  std::exit(1);
}

namespace {
struct FreeDeleter {
  void operator()(void *memory) const { std::free(memory); }
};
using Memory = std::unique_ptr<char, FreeDeleter>;

struct Array {
  std::vector<int64_t> shape;
  size_t elementBytes = 0;
  size_t bytes = 0;
  Memory memory;
};

enum class Reduction { None, Add, Max };

/// Extents of the indexed dimensions, and what a step in each is in bytes.
template <int Components>
struct Places {
  std::array<int64_t, Components> extents;
  std::array<int64_t, Components> strides;
};
} // namespace

/// Memory aligned as scatternd-run aligns it, with every page touched.
static Memory allocate(size_t bytes) {
  size_t rounded = (bytes + 63) / 64 * 64 + 64;
  Memory memory(static_cast<char *>(std::aligned_alloc(64, rounded)));
  if (!memory)
    fail("out of memory");
  std::memset(memory.get(), 0, rounded);
  return memory;
}

/// The text between `open` and `close` behind `key` in an .npy header.
static std::string_view field(std::string_view header, std::string_view key,
                              char open, char close) {
  size_t at = header.find(key);
  if (at == std::string_view::npos)
    fail("no " + std::string(key) + " in an .npy header");
  size_t begin = header.find(open, at + key.size()) + 1;
  return header.substr(begin, header.find(close, begin) - begin);
}

/// Reads a little-endian .npy file of version 1 in C order, as compare.py
/// writes them.
static Array read(const char *path) {
  std::ifstream file(path, std::ios::binary);
  std::array<char, 10> start;
  if (!file.read(start.data(), start.size()) ||
      std::string_view(start.data(), 6) != "\x93NUMPY" || start[6] != 1)
    fail(std::string(path) + " is no .npy file of version 1");
  uint16_t length;
  std::memcpy(&length, &start[8], sizeof(length));
  std::string header(length, ' ');
  file.read(header.data(), length);

  Array array;
  std::string_view descr = field(header, "'descr': ", '\'', '\'');
  array.elementBytes = std::strtoul(descr.data() + 2, nullptr, 10);
  std::string dims(field(header, "'shape': ", '(', ')'));
  array.bytes = array.elementBytes;
  for (const char *at = dims.c_str(); *at;) {
    char *end;
    int64_t extent = std::strtoll(at, &end, 10);
    if (end == at) {
      ++at;
      continue;
    }
    at = end;
    array.shape.push_back(extent);
    array.bytes *= static_cast<size_t>(extent);
  }
  array.memory = allocate(array.bytes);
  if (!file.read(array.memory.get(), static_cast<std::streamsize>(array.bytes)))
    fail(std::string(path) + " is too short");
  return array;
}

/// Returns whether every tuple was in bounds; those that are not are skipped.
template <int Components, Reduction Kind>
static bool scatter(const Places<Components> &places, const int64_t *indices,
                    int64_t tuples, const char *updates, size_t sliceBytes,
                    char *data) {
  bool allInBounds = true;
  for (int64_t tuple = 0; tuple < tuples; ++tuple) {
    int64_t offset = 0;
    bool inBounds = true;
    for (int j = 0; j < Components; ++j) {
      int64_t component = indices[tuple * Components + j];
      if (component < 0)
        component += places.extents[j];
      inBounds &= component >= 0 && component < places.extents[j];
      offset += component * places.strides[j];
    }
    if (!inBounds) {
      allInBounds = false;
      continue;
    }
    const char *from = updates + static_cast<size_t>(tuple) * sliceBytes;
    if constexpr (Kind == Reduction::None) {
      std::memcpy(data + offset, from, sliceBytes);
    } else {
      auto *to = reinterpret_cast<float *>(data + offset);
      const auto *values = reinterpret_cast<const float *>(from);
      for (size_t i = 0; i < sliceBytes / sizeof(float); ++i) {
        if constexpr (Kind == Reduction::Add)
          to[i] += values[i];
        else
          to[i] = to[i] > values[i] ? to[i] : values[i];
      }
    }
  }
  return allInBounds;
}

/// One call of the whole work, ready to be timed.
template <int Components, Reduction Kind>
static std::function<bool()> makeCall(const Array &data, const Array &indices,
                                      const Array &updates, char *output) {
  Places<Components> places;
  auto stride = static_cast<int64_t>(data.bytes);
  for (int j = 0; j < Components; ++j) {
    places.extents[j] = data.shape[j];
    places.strides[j] = stride /= data.shape[j];
  }
  auto sliceBytes = static_cast<size_t>(stride);
  auto tuples = static_cast<int64_t>(indices.bytes / 8 / Components);
  return [=, &data, &indices, &updates] {
    if (output != data.memory.get())
      std::memcpy(output, data.memory.get(), data.bytes);
    return scatter<Components, Kind>(
        places, reinterpret_cast<const int64_t *>(indices.memory.get()), tuples,
        updates.memory.get(), sliceBytes, output);
  };
}

template <int Components>
static std::function<bool()> makeCall(const std::string &reduction,
                                      const Array &data, const Array &indices,
                                      const Array &updates, char *output) {
  if (reduction == "none")
    return makeCall<Components, Reduction::None>(data, indices, updates,
                                                 output);
  if (data.elementBytes != sizeof(float))
    fail("reductions are for f32 here");
  if (reduction == "add")
    return makeCall<Components, Reduction::Add>(data, indices, updates, output);
  if (reduction == "max")
    return makeCall<Components, Reduction::Max>(data, indices, updates, output);
  fail("no reduction " + reduction);
}

static double seconds(const std::function<bool()> &call, int64_t times) {
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin = Clock::now();
  bool ok = true;
  for (int64_t i = 0; i < times; ++i)
    ok &= call();
  double passed = std::chrono::duration<double>(Clock::now() - begin).count();
  if (!ok)
    fail("an index is out of bounds");
  return passed;
}

static void measure(const std::function<bool()> &call, int samples) {
  // Calls that are short for the clock are taken together.
  constexpr double kShortest = 1e-3;
  int64_t times = 1;
  double warm = seconds(call, times);
  while (warm < kShortest) {
    times *= 2;
    warm = seconds(call, times);
  }
  std::vector<double> taken;
  for (int i = 0; i < samples; ++i)
    taken.push_back(seconds(call, times) / static_cast<double>(times));
  std::sort(taken.begin(), taken.end());
  size_t middle = taken.size() / 2;
  double median = taken.size() % 2 ? taken[middle]
                                   : (taken[middle - 1] + taken[middle]) / 2;
  std::printf("time: median %.3e s, min %.3e s, %zu samples\n", median,
              taken.front(), taken.size());
}

int main(int argc, char **argv) {
  if (argc != 7)
    fail("usage: scatternd-plain-loop full|inplace none|add|max SAMPLES "
         "DATA.npy INDICES.npy UPDATES.npy");
  bool full = std::string_view(argv[1]) == "full";
  int samples = std::max(1, std::atoi(argv[3]));
  Array data = read(argv[4]), indices = read(argv[5]), updates = read(argv[6]);
  if (indices.elementBytes != 8)
    fail("indices must be i64");
  Memory result = allocate(full ? data.bytes : 0);
  char *output = full ? result.get() : data.memory.get();

  std::function<bool()> call;
  switch (indices.shape.back()) {
  case 1:
    call = makeCall<1>(argv[2], data, indices, updates, output);
    break;
  case 2:
    call = makeCall<2>(argv[2], data, indices, updates, output);
    break;
  case 3:
    call = makeCall<3>(argv[2], data, indices, updates, output);
    break;
  default:
    fail("one to three components only");
  }
  measure(call, samples);
  return 0;
}
