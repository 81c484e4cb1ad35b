import ArgumentParser
import Logging

extension LogFormat: ExpressibleByArgument {}

/// Options of every command that keeps a log of what it asks of a service.
struct LogOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp("How the log is written on standard error: text or json.", valueName: "form")
  )
  var logFormat = LogFormat.text

  @Flag(name: .long, help: "Log each request, not only what goes wrong.") var verbose = false

  /// A logger that writes to standard error.
  func logger(_ label: String) -> Logger {
    let (format, level) = (logFormat, verbose ? Logger.Level.debug : .warning)
    return Logger(label: label) { label in
      StderrLogHandler(label: label, format: format, logLevel: level)
    }
  }
}
