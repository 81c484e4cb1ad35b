#pragma once
// Bytes whose checksum is computed while they are written and are still in the cache.
#include <arrow/io/interfaces.h>
#include <arrow/result.h>
#include <arrow/status.h>
#include <xxhash.h>
#if defined(__x86_64__) && __has_include(<xxh_x86dispatch.h>)
// The library chooses among the processor's vectors; the header exists if that is built in.
#include <xxh_x86dispatch.h>
#endif

#include <cstring>
#include <memory>

#include "include/carrow.h"

/// The XXH3 checksum of 128 bits of bytes that arrive in pieces.
class FileSum {
 public:
  FileSum() : state_(XXH3_createState(), XXH3_freeState) { XXH3_128bits_reset(state_.get()); }

  void take(const void *bytes, int64_t length) {
    XXH3_128bits_update(state_.get(), bytes, (size_t)length);
    length_ += length;
  }

  struct rb_sum sum() const {
    struct rb_sum out;
    static_assert(sizeof out.digest == sizeof(XXH128_canonical_t), "16 bytes");
    XXH128_canonicalFromHash((XXH128_canonical_t *)out.digest, XXH3_128bits_digest(state_.get()));
    out.length = length_;
    return out;
  }

  int64_t length() const { return length_; }

 private:
  std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t *)> state_;
  int64_t length_ = 0;
};

/// Passes on the bytes written, and sums them.
class SummedStream : public arrow::io::OutputStream {
 public:
  SummedStream(rb_write write, void *context) : write_(write), context_(context) {}

  arrow::Status Write(const void *bytes, int64_t length) override {
    sum_.take(bytes, length);
    int code = write_(context_, static_cast<const uint8_t *>(bytes), length);
    return code ? arrow::Status::IOError(strerror(code)) : arrow::Status::OK();
  }
  arrow::Status Close() override {
    closed_ = true;
    return arrow::Status::OK();
  }
  arrow::Result<int64_t> Tell() const override { return sum_.length(); }
  bool closed() const override { return closed_; }

  struct rb_sum sum() const { return sum_.sum(); }

 private:
  rb_write write_;
  void *context_;
  FileSum sum_;
  bool closed_ = false;
};
