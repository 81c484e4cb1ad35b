#pragma once
#include <arrow/memory_pool.h>
#include <arrow/status.h>

#include <atomic>
#include <memory>

/// Limits the memory that one file unpacks to: a few bytes can claim gigabytes.
///
/// It lives as long as the reader or any buffer, since exported batches outlive the reader.
class FilePool : public arrow::MemoryPool {
 public:
  /// Gives up its share when the reader ends.
  struct Leave {
    void operator()(FilePool *pool) const { pool->leave(); }
  };
  using Owner = std::unique_ptr<FilePool, Leave>;

  static Owner make(int64_t limit) { return Owner(new FilePool(limit)); }

  using MemoryPool::Allocate;
  using MemoryPool::Free;
  using MemoryPool::Reallocate;

  arrow::Status Allocate(int64_t size, int64_t alignment, uint8_t **out) override {
    ARROW_RETURN_NOT_OK(take(size));
    auto status = pool_->Allocate(size, alignment, out);
    if (status.ok()) {
      shares_++;
      count_++;
    } else {
      used_ -= size;
    }
    return status;
  }

  arrow::Status Reallocate(int64_t old_size, int64_t new_size, int64_t alignment,
                           uint8_t **bytes) override {
    ARROW_RETURN_NOT_OK(take(new_size - old_size));
    auto status = pool_->Reallocate(old_size, new_size, alignment, bytes);
    if (status.ok())
      count_++;
    else
      used_ -= new_size - old_size;
    return status;
  }

  void Free(uint8_t *bytes, int64_t size, int64_t alignment) override {
    pool_->Free(bytes, size, alignment);
    used_ -= size;
    leave();
  }

  int64_t bytes_allocated() const override { return used_; }
  int64_t total_bytes_allocated() const override { return total_; }
  int64_t num_allocations() const override { return count_; }
  std::string backend_name() const override { return pool_->backend_name(); }

 private:
  explicit FilePool(int64_t limit) : limit_(limit) {}
  ~FilePool() override = default;

  arrow::Status take(int64_t more) {
    int64_t used = used_ += more;
    if (more > 0 && used > limit_) {
      used_ -= more;
      return arrow::Status::OutOfMemory("more than ", limit_, " bytes unpacked at once");
    }
    if (more > 0) total_ += more;
    return arrow::Status::OK();
  }

  void leave() {
    if (--shares_ == 0) delete this;
  }

  arrow::MemoryPool *pool_ = arrow::default_memory_pool();
  const int64_t limit_;
  std::atomic<int64_t> used_{0}, total_{0}, count_{0};
  /// One share for the reader and one for each buffer.
  std::atomic<int64_t> shares_{1};
};
