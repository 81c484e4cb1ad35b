#include "zstd_frames.h"

#include <arrow/buffer.h>
#include <arrow/io/file.h>
#include <arrow/util/compression.h>
#include <sys/mman.h>

#include <algorithm>
#include <thread>
#include <vector>

#include "include/carrow.h"
#include "wall.h"

namespace {

struct Frame {
  int64_t packed;
  int64_t unpacked;
};

/* Reads little-endian numbers and never past the end. */
struct Bytes {
  const uint8_t *next;
  const uint8_t *end;
  bool ok = true;

  uint64_t number(int count) {
    if (end - next < count) ok = false;
    if (!ok) return 0;
    uint64_t value = 0;
    for (int i = 0; i < count; i++) value |= uint64_t(next[i]) << (8 * i);
    next += count;
    return value;
  }
  void skip(uint64_t count) {
    if (uint64_t(end - next) < count) ok = false;
    if (ok) next += count;
  }
};

/* One frame, by RFC 8878, section 3.1. */
bool read_frame(Bytes &bytes, Frame &frame) {
  const uint8_t *start = bytes.next;
  const uint64_t magic = bytes.number(4);
  frame.unpacked = 0;
  if (magic >> 4 == 0x184D2A5) {
    bytes.skip(bytes.number(4));
    frame.packed = bytes.next - start;
    return bytes.ok;
  }
  const uint64_t descriptor = bytes.number(1);
  const bool is_single = descriptor & 0x20;
  const int size_code = descriptor >> 6;
  if (magic != 0xFD2FB528 || (size_code == 0 && !is_single)) return false;
  if (!is_single) bytes.skip(1);
  const int dictionary_bytes[] = {0, 1, 2, 4};
  bytes.skip(dictionary_bytes[descriptor & 3]);
  const uint64_t unpacked = bytes.number(1 << size_code) + (size_code == 1 ? 256 : 0);
  uint64_t blocks = 0;
  for (bool is_last = false; bytes.ok && !is_last; blocks++) {
    const uint64_t header = bytes.number(3);
    is_last = header & 1;
    // The one byte of a run-length block is repeated.
    bytes.skip((header >> 1 & 3) == 1 ? 1 : header >> 3);
  }
  if (descriptor & 4) bytes.skip(4);
  // No block unpacks to more, so memory is asked for in proportion to the file.
  if (!bytes.ok || unpacked > blocks << 17) return false;
  frame = {bytes.next - start, int64_t(unpacked)};
  return true;
}

/* Whole huge pages where there are any: touching memory for the first time is half the work. */
uint8_t *large_memory(int64_t length) {
  const size_t page = 2 << 20;
  void *memory = aligned_alloc(page, (length + page) / page * page);
#ifdef MADV_HUGEPAGE
  if (memory) madvise(memory, length, MADV_HUGEPAGE);
#endif
  return static_cast<uint8_t *>(memory);
}

bool unpack(const uint8_t *packed, Frame part, uint8_t *out) {
  auto codec = make_codec(RB_ZSTD);
  if (!codec.ok()) return false;
  auto length = (*codec)->Decompress(part.packed, packed, part.unpacked, out);
  return length.ok() && *length == part.unpacked;
}

}  // namespace

bool unpack_zstd_frames(const char *path, int threads, uint8_t **out, int64_t *length) {
  auto file = arrow::io::MemoryMappedFile::Open(path, arrow::io::FileMode::READ);
  if (!file.ok()) return false;
  auto size = (*file)->GetSize();
  if (!size.ok()) return false;
  auto mapped = (*file)->ReadAt(0, *size);
  if (!mapped.ok()) return false;
  const uint8_t *packed = (*mapped)->data();
  std::vector<Frame> frames;
  int64_t total = 0;
  for (Bytes bytes = {packed, packed + *size}; bytes.next < bytes.end;) {
    Frame frame;
    if (!read_frame(bytes, frame)) return false;
    frames.push_back(frame);
    total += frame.unpacked;
  }
  if (total == 0) return false;
  uint8_t *memory = large_memory(total);
  if (!memory) return false;
  // Neighbours are unpacked together: a part of about the same size for each thread, and one more
  // for empty frames at the end.
  const int64_t part_size = (total + threads - 1) / threads;
  std::vector<std::thread> workers;
  std::vector<char> done(threads + 1, 1);
  uint8_t *target = memory;
  for (size_t next = 0; next < frames.size();) {
    Frame part = {0, 0};
    while (next < frames.size() && (part.unpacked == 0 || part.unpacked < part_size)) {
      part.packed += frames[next].packed;
      part.unpacked += frames[next].unpacked;
      next++;
    }
    char &result = done[workers.size()];
    workers.emplace_back([=, &result] { result = unpack(packed, part, target); });
    packed += part.packed;
    target += part.unpacked;
  }
  for (std::thread &worker : workers) worker.join();
  if (std::find(done.begin(), done.end(), 0) != done.end()) {
    free(memory);
    return false;
  }
  *out = memory;
  *length = total;
  return true;
}
