import Foundation

/// One line in place of the dump of registers and threads that Swift's runtime writes when a
/// process crashes: the dump takes seconds and does not help a user, and two threads that crash
/// together make it hang.
///
/// The runtime also treats a request to quit, Ctrl-\, as a crash, and the process would continue
/// after the dump: here it ends at once, like other programs.
///
/// The runtime installs its handlers before `main`; these replace them, unless `SWIFT_BACKTRACE`
/// requests the dump.
package enum CrashMessage {
  /// Makes a crash end the process by the same signal, with a line on standard error; a request to
  /// quit ends it without a line.
  package static func install() {
    guard getenv("SWIFT_BACKTRACE").map({ $0.pointee == 0 }) ?? true else { return }
    if !StopSignals.isIgnored(SIGQUIT) { signal(SIGQUIT, SIG_DFL) }
    for signal in [SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSEGV, SIGBUS] {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { signal in
        // Only async-signal-safe calls and constants.
        if signal == SIGBUS {
          CrashMessage.write("railbird: a file was cut short while it was read, or the disk failed")
        } else {
          CrashMessage.write("railbird: internal error; please report it with the command")
        }
        CrashMessage.write(" (signal ")
        CrashMessage.write(signal)
        CrashMessage.write(")\n")
        // SA_RESETHAND has removed the handler: this time the signal ends the process.
        raise(signal)
      }
      // On the runtime's own signal stack, if there is one: the thread's may be full.
      action.sa_flags = SA_ONSTACK | Int32(bitPattern: UInt32(SA_RESETHAND))
      sigaction(signal, &action, nil)
    }
  }

  // MARK: - Implementation

  private static func write(_ text: StaticString) {
    _ = Foundation.write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
  }

  /// Writes a number of one or two digits.
  private static func write(_ number: Int32) {
    var digits = UInt16(truncatingIfNeeded: 48 + number / 10) | UInt16(48 + number % 10) << 8
    let skipped = number < 10 ? 1 : 0
    withUnsafeBytes(of: &digits) {
      _ = Foundation.write(STDERR_FILENO, $0.baseAddress! + skipped, 2 - skipped)
    }
  }
}
