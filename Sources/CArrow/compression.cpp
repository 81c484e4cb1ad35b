#include <arrow/buffer.h>
#include <arrow/config.h>
#include <arrow/io/api.h>
#include <arrow/io/compressed.h>
#include <arrow/util/compression.h>

#include <algorithm>

#include "include/carrow.h"
#include "wall.h"

using arrow::Status;

/// The bytes that are unpacked between two words on the progress.
static constexpr int64_t unpacked_at_once = 16 << 20;

int rb_decompress(const char *path, enum rb_codec codec, int64_t limit, struct rb_watch watch,
                  uint8_t **out, int64_t *length, char **error) {
  return rb_guarded(error, [&]() -> Status {
    ARROW_ASSIGN_OR_RAISE(auto unpacker, make_codec(codec));
    ARROW_ASSIGN_OR_RAISE(auto file, arrow::io::ReadableFile::Open(path));
    ARROW_ASSIGN_OR_RAISE(int64_t all, file->GetSize());
    ARROW_ASSIGN_OR_RAISE(auto stream,
                          arrow::io::CompressedInputStream::Make(unpacker.get(), file));
    int64_t capacity = 1 << 22, used = 0;
    uint8_t *bytes = static_cast<uint8_t *>(malloc(capacity));
    Status status = Status::OK();
    while (bytes) {
      auto read = stream->Read(std::min(capacity - used, unpacked_at_once), bytes + used);
      if (!read.ok()) status = read.status();
      if (!read.ok() || *read == 0) break;
      used += *read;
      auto done = file->Tell();
      if (done.ok()) watch.tell(watch.context, *done, all);
      if (used > limit) {
        status = Status::CapacityError("more than ", limit, " bytes unpacked");
        break;
      }
      if (used < capacity) continue;
      // One byte beyond the limit is enough to see that it is exceeded.
      capacity = std::min(capacity * 2, limit + 1);
      uint8_t *larger = static_cast<uint8_t *>(realloc(bytes, capacity));
      if (!larger) free(bytes);
      bytes = larger;
    }
    if (!bytes) return Status::OutOfMemory("no memory for ", capacity, " bytes");
    if (!status.ok()) {
      free(bytes);
      return status;
    }
    *out = bytes;
    *length = used;
    return Status::OK();
  });
}

int rb_unpack_zstd(const uint8_t *packed, int64_t packed_length, uint8_t *out, int64_t length,
                   char **error) {
  return rb_guarded(error, [&]() -> Status {
    ARROW_ASSIGN_OR_RAISE(auto unpacker, make_codec(RB_ZSTD));
    ARROW_ASSIGN_OR_RAISE(auto used,
                          unpacker->Decompress(packed_length, packed, length, out));
    if (used != length) return Status::IOError("the frames hold ", used, " bytes, not ", length);
    return Status::OK();
  });
}

int rb_inflate(const uint8_t *packed, int64_t packed_length, uint8_t *out, int64_t length,
               char **error) {
  return rb_guarded(error, [&]() -> Status {
    arrow::util::GZipCodecOptions options;
    options.gzip_format = arrow::util::GZipFormat::DEFLATE;
    ARROW_ASSIGN_OR_RAISE(auto unpacker,
                          arrow::util::Codec::Create(arrow::Compression::GZIP, options));
    ARROW_ASSIGN_OR_RAISE(auto used,
                          unpacker->Decompress(packed_length, packed, length, out));
    if (used != length) return Status::IOError("the member holds ", used, " bytes, not ", length);
    return Status::OK();
  });
}

int rb_compress(const uint8_t *bytes, int64_t length, enum rb_codec codec, uint8_t **out,
                int64_t *packed, char **error) {
  return rb_guarded(error, [&]() -> Status {
    ARROW_ASSIGN_OR_RAISE(auto packer, make_codec(codec));
    const int64_t most = packer->MaxCompressedLen(length, bytes);
    uint8_t *memory = static_cast<uint8_t *>(malloc(most));
    if (!memory) return Status::OutOfMemory("no memory for ", most, " bytes");
    auto used = packer->Compress(length, bytes, most, memory);
    if (!used.ok()) {
      free(memory);
      return used.status();
    }
    *out = memory;
    *packed = *used;
    return Status::OK();
  });
}

const char *rb_arrow_version(void) {
  static const std::string text =
      arrow::GetBuildInfo().version_string + " (" + arrow::GetRuntimeInfo().simd_level + ")";
  return text.c_str();
}

void rb_free(void *memory) { free(memory); }
