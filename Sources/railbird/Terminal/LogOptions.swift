import APICore
import ArgumentParser
import Logging
import Synchronization

extension LogFormat: ExpressibleByArgument {}

/// The options of commands that log requests to a service.
struct LogOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp("The form of the log on standard error: text or json.", valueName: "form")
  )
  var logFormat = LogFormat.text

  @Flag(name: .long, help: "Log each request.") var verbose = false

  /// Makes a logger that writes to standard error if a log is requested.
  ///
  /// Otherwise nothing is lost: the command reports errors and left-out data itself.
  func logger(_ label: String) -> Logger {
    let (format, isWanted) = (logFormat, verbose)
    return Logger(label: label) { label -> any LogHandler in
      guard isWanted else { return SwiftLogNoOpLogHandler() }
      return StderrLogHandler(label: label, format: format, logLevel: .debug)
    }
  }

  /// Makes a client's receiver of left-out data; with a log it does nothing, because the log
  /// reports it.
  func leftOut(_ name: String) -> @Sendable (JSONFailure) -> Void {
    guard !verbose else { return { _ in } }
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
