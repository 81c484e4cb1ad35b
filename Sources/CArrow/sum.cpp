// The checksum of a file that is there already.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <vector>

#include "summed.h"
#include "wall.h"

int rb_file_sum(const char *path, struct rb_sum *out, char **error) {
  return rb_guarded(error, [&]() -> arrow::Status {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return arrow::Status::IOError(strerror(errno));
    // A piece stays in a core's own cache between being read and being summed.
    std::vector<char> piece(256 << 10);
    FileSum sum;
    ssize_t count;
    do {
      count = read(file, piece.data(), piece.size());
      if (count > 0) sum.take(piece.data(), count);
    } while (count > 0 || (count < 0 && errno == EINTR));
    int failure = count < 0 ? errno : 0;
    close(file);
    if (failure) return arrow::Status::IOError(strerror(failure));
    *out = sum.sum();
    return arrow::Status::OK();
  });
}
