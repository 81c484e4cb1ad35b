#include <arrow/buffer.h>
#include <arrow/config.h>
#include <arrow/io/api.h>
#include <arrow/util/compression.h>

#include <algorithm>
#include <memory>

#include "include/carrow.h"
#include "wall.h"

using arrow::Status;

/// The number of bytes unpacked between two reports of progress.
static constexpr int64_t unpacked_at_once = 16 << 20;

/// Unpacks a file of any number of consecutive members or frames, empty ones included.
/// Zeros may pad the last member, as a tape's blocks do; a frame of zstd is not padded: after a
/// crash a file may end in zeros that were never written over.
class Unpacker {
 public:
  Unpacker(arrow::util::Decompressor &codec, arrow::io::ReadableFile &file, bool may_be_padded)
      : codec_(codec), file_(file), may_be_padded_(may_be_padded) {}

  /// Writes the next bytes; 0 at the end of the file.
  arrow::Result<int64_t> read(int64_t length, uint8_t *out) {
    while (true) {
      if (begin_ == end_ && !has_more_) {
        ARROW_ASSIGN_OR_RAISE(end_, file_.Read(sizeof packed_, packed_));
        begin_ = 0;
        if (end_ == 0) {
          if (is_begun_ && !codec_.IsFinished()) return Status::IOError("Truncated compressed stream");
          return 0;
        }
      }
      // No member begins with a zero.
      if (codec_.IsFinished() && may_be_padded_ && packed_[begin_] == 0) return skip_padding();
      // Arrow's own stream does this only after a member that gave it bytes.
      if (codec_.IsFinished()) ARROW_RETURN_NOT_OK(codec_.Reset());
      is_begun_ = true;
      ARROW_ASSIGN_OR_RAISE(auto done,
                            codec_.Decompress(end_ - begin_, packed_ + begin_, length, out));
      begin_ += done.bytes_read;
      const bool is_stuck = done.bytes_read == 0 && done.bytes_written == 0;
      has_more_ = !codec_.IsFinished() && done.need_more_output && !is_stuck;
      if (is_stuck && begin_ < end_ && !codec_.IsFinished())
        return Status::IOError("no progress in a compressed stream");
      if (done.bytes_written > 0) return done.bytes_written;
    }
  }

 private:
  arrow::util::Decompressor &codec_;
  arrow::io::ReadableFile &file_;
  bool may_be_padded_;
  uint8_t packed_[1 << 16];
  int64_t begin_ = 0, end_ = 0;
  /// Whether the codec still holds bytes that had no room.
  bool has_more_ = false;
  bool is_begun_ = false;

  /// Steps over zeros to the end of the file; returns 0.
  arrow::Result<int64_t> skip_padding() {
    while (begin_ < end_) {
      auto other = std::find_if(packed_ + begin_, packed_ + end_, [](uint8_t byte) { return byte; });
      if (other < packed_ + end_) {
        ARROW_ASSIGN_OR_RAISE(int64_t place, file_.Tell());
        place += other - (packed_ + end_);
        return Status::IOError("other bytes than zeros behind the last member, at byte ", place);
      }
      ARROW_ASSIGN_OR_RAISE(end_, file_.Read(sizeof packed_, packed_));
      begin_ = 0;
    }
    return 0;
  }
};

int rb_decompress(const char *path, enum rb_codec codec, int64_t limit, struct rb_watch watch,
                  uint8_t **out, int64_t *length, char **error) {
  return rb_guarded(error, [&]() -> Status {
    ARROW_ASSIGN_OR_RAISE(auto kind, make_codec(codec));
    ARROW_ASSIGN_OR_RAISE(auto decompressor, kind->MakeDecompressor());
    ARROW_ASSIGN_OR_RAISE(auto file, arrow::io::ReadableFile::Open(path));
    ARROW_ASSIGN_OR_RAISE(int64_t all, file->GetSize());
    auto unpacker = std::make_unique<Unpacker>(*decompressor, *file, codec != RB_ZSTD);
    int64_t capacity = 1 << 22, used = 0, reported = 0;
    uint8_t *bytes = static_cast<uint8_t *>(malloc(capacity));
    Status status = Status::OK();
    while (bytes) {
      auto read = unpacker->read(std::min(capacity - used, unpacked_at_once), bytes + used);
      if (!read.ok()) status = read.status();
      if (!read.ok()) break;
      used += *read;
      if (*read == 0 || used - reported >= unpacked_at_once) {
        reported = used;
        auto done = file->Tell();
        if (done.ok()) watch.tell(watch.context, *done, all);
      }
      if (*read == 0) break;
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
