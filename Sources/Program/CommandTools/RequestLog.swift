import APICore
import ArgumentParser
import Logging
import Synchronization

extension LogFormat: ExpressibleByArgument {}

extension ArgumentHelp {
  /// The help for the form of a log.
  package static var logFormat: ArgumentHelp {
    ArgumentHelp("The form of the log on standard error: text or json.", valueName: "form")
  }

  /// The help for the option that requests a log.
  package static var verbose: ArgumentHelp { "Log each request." }
}

/// The log of requests to a service.
package struct RequestLog {
  package let format: LogFormat
  package let isWanted: Bool

  package init(format: LogFormat, isWanted: Bool) {
    self.format = format
    self.isWanted = isWanted
  }

  /// Makes a logger that writes to standard error if a log is requested.
  ///
  /// Otherwise nothing is lost: the command reports errors and left-out data itself.
  package func logger(_ label: String) -> Logger {
    Logger(label: label) { label -> any LogHandler in
      guard isWanted else { return SwiftLogNoOpLogHandler() }
      return StderrLogHandler(label: label, format: format, logLevel: .debug)
    }
  }

  /// Makes a client's receiver of left-out data; with a log it writes nothing, because the log
  /// reports it.
  package func leftOut(_ name: String) -> @Sendable (JSONFailure) -> Void {
    if isWanted { return { _ in LeftOut.count() } }
    return LeftOut.receiver(name)
  }
}

extension RequestLog {
  /// Makes a client's receiver of waits, which writes each to standard error; with a log it does
  /// nothing, because the log reports it.
  package func waiting(_ name: String) -> @Sendable (RequestWait) -> Void {
    if isWanted { return { _ in } }
    return { Console.trace("railbird: \(name): \($0)") }
  }
}

extension ExitCode {
  /// The exit code of a command that shows everything except an answer, or a part of one, that
  /// cannot be read.
  package static let unreadable = ExitCode(65)
}

/// Reports on standard error the data that a client leaves out of a service's answers: the first
/// ones in full.
package enum LeftOut {
  private static let hasAny = Mutex(false)

  /// Ends a command with an exit code if parts of its answers could not be read.
  ///
  /// - Throws: The exit code, if there were such parts.
  package static func check() throws { if hasAny.withLock({ $0 }) { throw ExitCode.unreadable } }

  /// Records that data was left out.
  fileprivate static func count() { hasAny.withLock { $0 = true } }

  /// Makes a receiver of left-out data.
  ///
  /// - Parameter name: The command's name, at the start of each line.
  /// - Returns: A closure that writes one line per failure; at the 21st it writes once that there
  ///   are more, and then nothing.
  fileprivate static func receiver(_ name: String) -> @Sendable (JSONFailure) -> Void {
    let counter = Counter()
    return { failure in
      count()
      let number = counter.next()
      if number <= Limits.leftOutLines {
        Console.fail("\(name): left out: \(failure)")
      } else if number == Limits.leftOutLines + 1 {
        Console.fail("\(name): left out: more, which --verbose lists")
      }
    }
  }

  private final class Counter: Sendable {
    private let value = Mutex(0)

    func next() -> Int {
      value.withLock { value in
        value += 1
        return value
      }
    }
  }
}
