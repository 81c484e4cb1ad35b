import APICore
import ArgumentParser
import Logging
import Synchronization

extension LogFormat: ExpressibleByArgument {}

extension ArgumentHelp {
  /// The form of a log.
  static var logFormat: ArgumentHelp {
    ArgumentHelp("The form of the log on standard error: text or json.", valueName: "form")
  }

  /// The wish for a log.
  static var verbose: ArgumentHelp { "Log each request." }
}

/// The log of requests to a service.
struct RequestLog {
  let format: LogFormat
  let isWanted: Bool

  /// Makes a logger that writes to standard error if a log is requested.
  ///
  /// Otherwise nothing is lost: the command reports errors and left-out data itself.
  func logger(_ label: String) -> Logger {
    Logger(label: label) { label -> any LogHandler in
      guard isWanted else { return SwiftLogNoOpLogHandler() }
      return StderrLogHandler(label: label, format: format, logLevel: .debug)
    }
  }

  /// Makes a client's receiver of left-out data; with a log it does nothing, because the log
  /// reports it.
  func leftOut(_ name: String) -> @Sendable (JSONFailure) -> Void {
    guard !isWanted else { return { _ in } }
    return LeftOut.teller(name)
  }
}

/// Reports on standard error the data that a client leaves out of a service's answers: the first
/// ones in full.
private enum LeftOut {
  private static let toldInFull = 20

  /// Makes a receiver of left-out data.
  ///
  /// - Parameter name: The command's name, at the start of each line.
  /// - Returns: A closure that writes one line per failure; from the 21st on it only says once that
  ///   there are more.
  static func teller(_ name: String) -> @Sendable (JSONFailure) -> Void {
    let count = Counter()
    return { failure in
      let number = count.next()
      if number <= toldInFull {
        Console.fail("\(name): left out: \(failure)")
      } else if number == toldInFull + 1 {
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
