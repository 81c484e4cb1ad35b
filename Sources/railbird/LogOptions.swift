import APICore
import ArgumentParser
import Logging
import Synchronization

extension LogFormat: ExpressibleByArgument {}

/// Options of every command that keeps a log of what it asks of a service.
struct LogOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp("How the log is written on standard error: text or json.", valueName: "form")
  )
  var logFormat = LogFormat.text

  @Flag(name: .long, help: "Log each request.") var verbose = false

  /// A logger that writes to standard error where a log is asked for.
  ///
  /// Without one nothing is lost: errors and what was left out are told by the command.
  func logger(_ label: String) -> Logger {
    let (format, isWanted) = (logFormat, verbose)
    return Logger(label: label) { label -> any LogHandler in
      guard isWanted else { return SwiftLogNoOpLogHandler() }
      return StderrLogHandler(label: label, format: format, logLevel: .debug)
    }
  }

  /// What a client is given to tell by of what it leaves out; a log tells that itself.
  func leftOut(_ name: String) -> @Sendable (JSONFailure) -> Void {
    guard !verbose else { return { _ in } }
    return LeftOut.teller(name)
  }
}

/// Tells on standard error what a client leaves out of a service's answers: the first ones in full.
private enum LeftOut {
  private static let toldInFull = 20

  /// What a client is given to tell by.
  ///
  /// - Parameter name: The command's name, in front of each line.
  /// - Returns: Tells one failure a line; from the 21st on it tells only that there are more.
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
