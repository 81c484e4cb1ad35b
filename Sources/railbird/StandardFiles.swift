import Foundation

/// The three files that a process starts with.
enum StandardFiles {
  /// Has files that were closed before the start fail when they are used.
  ///
  /// Else the next file that is opened, such as a store's, would take a closed one's number, and the
  /// result would be written into it.
  static func fill() {
    for file in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(file, F_GETFD) == -1 && errno == EBADF {
      // The lowest number that is free is this one's; what cannot be read or written fails with EBADF.
      _ = open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
