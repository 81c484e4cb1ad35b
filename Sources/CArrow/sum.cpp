// The checksum of a file that is there already, or of bytes while they are read.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "summed.h"
#include "wall.h"

/// Opens a file, sums what `body` takes of it, and tells what the system said where that fails.
template <typename Body>
static int sum_file(const char *path, struct rb_sum *out, char **error, Body body) {
  return rb_guarded(error, [&]() -> arrow::Status {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return arrow::Status::IOError(strerror(errno));
    FileSum sum;
    int failure = body(file, sum) ? 0 : errno;
    close(file);
    if (failure) return arrow::Status::IOError(strerror(failure));
    *out = sum.sum();
    return arrow::Status::OK();
  });
}

int rb_file_sum(const char *path, struct rb_sum *out, char **error) {
  return sum_file(path, out, error, [](int file, FileSum &sum) {
    // A piece stays in a core's own cache between being read and being summed.
    std::vector<char> piece(256 << 10);
    while (true) {
      ssize_t count = read(file, piece.data(), piece.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return count == 0;
      sum.take(piece.data(), count);
    }
  });
}

int rb_mapped_file_sum(const char *path, struct rb_sum *out, char **error) {
  return sum_file(path, out, error, [](int file, FileSum &sum) {
    struct stat status;
    if (fstat(file, &status) != 0) return false;
    const int64_t window = 8 << 20;
    for (int64_t start = 0; start < status.st_size; start += window) {
      size_t count = (size_t)std::min(window, (int64_t)status.st_size - start);
      void *bytes = mmap(nullptr, count, PROT_READ, MAP_PRIVATE, file, start);
      if (bytes == MAP_FAILED) return false;
      sum.take(bytes, (int64_t)count);
      munmap(bytes, count);
    }
    return true;
  });
}

struct rb_running_sum {
  FileSum sum;
};

rb_running_sum *rb_running_sum_begin(void) { return new rb_running_sum(); }

void rb_running_sum_take(rb_running_sum *sum, const uint8_t *bytes, int64_t length) {
  sum->sum.take(bytes, length);
}

struct rb_sum rb_running_sum_value(const rb_running_sum *sum) { return sum->sum.sum(); }

void rb_running_sum_end(rb_running_sum *sum) { delete sum; }
