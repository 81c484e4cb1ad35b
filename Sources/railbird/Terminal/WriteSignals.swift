import Foundation

/// The signals of writes that cannot be made: into a closed pipe, and beyond the size that a file
/// may have (`ulimit -f`).
///
/// By default they end the process without a message, and its drafts stay.
enum WriteSignals {
  /// Makes such a write fail with EPIPE or EFBIG instead, as other writes fail.
  static func catchAll() {
    for number in [SIGPIPE, SIGXFSZ] {
      // Programs that this one starts inherit an ignored signal, but no handler.
      signal(number) { _ in }
    }
  }
}
