import Foundation

/// The three standard files of a process.
enum StandardFiles {
  /// Makes standard files that were closed before the start fail when used.
  ///
  /// Otherwise the next opened file, such as a store's, would get the number of a closed one, and
  /// the result would be written into it.
  static func fill() {
    for file in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(file, F_GETFD) == -1 && errno == EBADF {
      // `open` takes the lowest free number; the wrong access mode makes later use fail with EBADF.
      _ = open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
