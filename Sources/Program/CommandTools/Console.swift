import ArgumentParser
import ColumnStore
import Columns
import DomainFeeds
import Foundation
import Mappings
import ReportSpecs
import RunnerKeys
import SettledBets
import Synchronization

/// Standard output carries results; standard error carries messages and progress.
package final class Console: Sendable {
  package static let outIsTerminal = isatty(STDOUT_FILENO) == 1
  package static let inIsTerminal = isatty(STDIN_FILENO) == 1
  private static let errIsTerminal = isatty(STDERR_FILENO) == 1

  package let isQuiet: Bool
  private let isVerbose: Bool
  private static let line = Mutex(ProgressLine())

  /// The pace of the stage whose progress was shown last.
  private let pace = Mutex<Pace?>(nil)

  package init(_ options: WorkOptions) {
    isQuiet = options.quiet
    isVerbose = options.verbose
    // On a terminal the first text is shown at once.
    Self.line.withLock { $0.shownAt = Self.errIsTerminal ? 0 : Self.now }
  }

  /// Shows the progress: on a terminal as one line that is overwritten, otherwise as a line a
  /// minute, or as every line if requested.
  package func progress(_ text: String) {
    guard !isQuiet else { return }
    Self.line.withLock { line in
      let pause = Self.errIsTerminal ? Self.terminalPause : isVerbose ? 0 : 60
      let wait = line.shownAt + pause - Self.now
      guard wait <= 0 else {
        // A long stage must not stay hidden behind the previous one.
        if Self.errIsTerminal { Self.show(text, after: wait, in: &line) }
        return
      }
      Self.show(text, in: &line)
    }
  }

  /// The minimum time between two texts on a terminal, in seconds.
  private static let terminalPause = 0.1
  /// Shows the texts that came too soon.
  private static let later = DispatchQueue(label: "railbird.progress")

  private static var now: TimeInterval { ProcessInfo.processInfo.systemUptime }

  private static func show(_ text: String, in line: inout ProgressLine) {
    line.shownAt = now
    line.waiting = nil
    guard errIsTerminal else { return write(printable(text + "\n"), to: .standardError) }
    line.text = text
    write("\r\u{1B}[K" + fitting(text), to: .standardError)
  }

  /// Shows the text later, unless a newer one replaces it.
  private static func show(
    _ text: String, after wait: TimeInterval, in line: inout ProgressLine
  ) {
    line.waiting = text
    guard !line.isDue else { return }
    line.isDue = true
    later.asyncAfter(deadline: .now() + wait) {
      Self.line.withLock { line in
        line.isDue = false
        if let text = line.waiting { show(text, in: &line) }
      }
    }
  }

  /// Shows the progress of counted work, with its rate and the time left.
  ///
  /// - Parameters:
  ///   - done: The work done so far.
  ///   - total: All work of the stage.
  ///   - unit: The unit of work, such as `rows`.
  ///   - stage: The current stage, before the counts; empty if there is only one stage.
  package func progress(_ done: Int, of total: Int, _ unit: String, stage: String = "") {
    let text = "\(grouped(done)) of \(grouped(total)) \(unit)"
    let rest = rest(of: stage + unit, done: done, total: total)
    progress((stage.isEmpty ? "" : stage + ": ") + text + rest)
  }

  /// Shows the progress of work on several threads.
  ///
  /// - Parameters:
  ///   - unit: The unit of work, such as `runners`.
  ///   - total: All work of the stage.
  ///   - next: The next stage, shown once all work is done; nil if no long stage follows.
  /// - Returns: A closure that takes the amount of work since its last call, on any thread.
  package func counting(
    _ unit: String, of total: Int, then next: String? = nil
  ) -> @Sendable (Int) -> Void {
    let done = Mutex(0)
    return { more in
      // The lock keeps the counts in order.
      done.withLock { done in
        done += more
        self.progress(done, of: total, unit)
        if done >= total, let next { self.progress(next) }
      }
    }
  }

  /// Describes the rate of a stage, and the time left if its total is known.
  package func rest(of stage: String, done: Int, total: Int? = nil, unit: String = "") -> String {
    pace.withLock { pace in
      let now = Self.now
      if pace?.isOf(stage, done: done) != true { pace = Pace(of: stage, done: done, at: now) }
      return pace!.text(done: done, of: total, at: now, unit: unit)
    }
  }

  /// Cuts a line to the terminal's width: if a line wraps, only a part of it can be overwritten.
  private static func fitting(_ text: String) -> String {
    guard let width = width(of: STDERR_FILENO) else { return text }
    // Some terminals wrap as soon as the last column is written.
    return DisplayWidth.printable(text, limit: width - 1)
  }

  /// The width of the terminal at standard output; nil if it is no terminal, or does not report it.
  package static var outWidth: Int? { width(of: STDOUT_FILENO) }

  private static func width(of file: Int32) -> Int? {
    var size = winsize()
    guard ioctl(file, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Removes the progress line.
  package func clear() { Self.clearLine() }

  /// Removes the progress line, whichever console has shown it.
  static func clearLine() {
    guard errIsTerminal else { return }
    line.withLock { line in
      line.waiting = nil
      if !line.text.isEmpty { write("\r\u{1B}[K", to: .standardError) }
      line.text = ""
    }
  }

  /// Writes a permanent message of one line.
  package func note(_ text: String) {
    clear()
    if !isQuiet { Self.writeMessage(DisplayWidth.printable(text) + "\n") }
  }

  /// Writes a message of one line that people need, even in quiet mode.
  package func finding(_ text: String) {
    clear()
    Self.writeMessage(DisplayWidth.printable(text) + "\n")
  }

  /// Writes a hint on the rejected rows, and on those stored without a cell, if there are any.
  package func noteRejected(_ count: Int, incomplete: Int = 0, store: String) {
    let kinds = [
      (count, "were rejected"), (incomplete, "are stored without a cell that cannot be read"),
    ]
    let parts = kinds.filter { $0.0 > 0 }.map { "\(grouped($0.0)) rows \($0.1)" }
    guard !parts.isEmpty else { return }
    note(parts.joined(separator: " and ") + "; see: railbird rejects --store \(store)")
  }

  /// Asks a question on the terminal; any answer except yes is no.
  package static func asks(_ question: String) -> Bool {
    writeMessage(question + " [y/N] ")
    return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
  }

  /// The change that is already made, such as "the import is stored"; later errors do not undo it.
  private static let madeChange = Mutex<String?>(nil)

  /// Records a change that has been made, so that later errors mention it.
  package static func recordChange(_ change: String) { madeChange.withLock { $0 = change } }

  /// The exit code of a command that failed after making its change: EX_IOERR.
  static let storedCode: Int32 = 74

  /// Writes a line of the result.
  ///
  /// If standard output accepts no more, the process ends with 1, or with 74 after a change: a
  /// truncated result must not look complete. If the reader has closed its pipe, there is no
  /// message, unless there was a change. Characters in names of files and services cannot control
  /// the terminal.
  ///
  /// - Parameters:
  ///   - painted: The program's own text before it, with its colours.
  ///   - text: The text, or JSON.
  ///   - isPlain: Whether the text is for a file and so needs no escapes for terminals.
  ///   - terminator: The end.
  package static func print(
    painted: String = "", _ text: String, isPlain: Bool = false, terminator: String = "\n"
  ) {
    clearLine()
    let shown = painted + (isPlain ? text : DisplayWidth.escaped(text)) + terminator
    guard let code = failure(writing: Array(shown.utf8)) else { return }
    let change = madeChange.withLock { $0 }
    if code != EPIPE || change != nil {
      let reason = String(cString: strerror(code))
      fail((change.map { $0 + "; " } ?? "") + "standard output: cannot be written (\(reason))")
    }
    exit(change == nil ? 1 : storedCode)
  }

  /// Reports an error.
  ///
  /// - Returns: The exit code: 74 if a change was made anyway.
  fileprivate static func report(_ error: any Error) -> ExitCode {
    let change = madeChange.withLock { $0 }
    let text = (change.map { $0 + "; " } ?? "") + "\(error)"
    if case SettleError.mistakes = error {
      // Each mistake is on a separate line.
      writeMessage("railbird: \(text)\n")
    } else {
      fail(text, isPointing: error is SpecError)
    }
    return ExitCode(change == nil && !isAfterChange(error) ? 1 : storedCode)
  }

  /// Whether an error itself says that a change is stored.
  private static func isAfterChange(_ error: any Error) -> Bool {
    switch error {
    case StoreError.stored, ImportError.store(.stored), FetchError.store(.stored),
      FetchError.importing(.store(.stored)), FetchError.statistics, StoredDataError.store(.stored),
      SpecError.store(.stored):
      true
    default: false
    }
  }

  /// Writes bytes to standard output; returns the system's error code on failure.
  private static func failure(writing bytes: [UInt8]) -> Int32? {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return errno }
      written += count
    }
    return nil
  }

  /// Writes an error to standard error; a line feed in a name cannot begin a second message.
  ///
  /// - Parameters:
  ///   - text: The message.
  ///   - isPointing: Whether indented lines that point at a mistake or list names may follow.
  package static func fail(_ text: String, isPointing: Bool = false) {
    let text =
      isPointing ? text.replacing(/\n(?!  )/, with: " ") : DisplayWidth.printable(text)
    writeMessage("railbird: \(text)\n")
  }

  /// Writes advice after an error to standard error.
  package static func hints(_ lines: [String]) {
    writeMessage(lines.map { "  - \(DisplayWidth.printable($0))\n" }.joined())
  }

  /// Writes a line about the current step to standard error, if requested.
  package static func trace(_ text: String) { writeMessage(text + "\n") }

  /// Writes lines to standard error; text from files and services cannot control the terminal.
  private static func writeMessage(_ text: String) {
    clearLine()
    write(printable(text), to: .standardError)
  }

  private static func printable(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { DisplayWidth.printable(String($0)) }.joined(separator: "\n")
  }

  private static func write(_ text: String, to handle: FileHandle) {
    // A failing standard error, such as a closed pipe, cannot be reported anywhere.
    try? handle.write(contentsOf: Data(text.utf8))
  }
}

/// The line that shows the progress.
private struct ProgressLine {
  /// The text on the terminal; empty for none.
  var text = ""
  /// The newer text that came too soon.
  var waiting: String?
  /// Whether a time is set at which the waiting text is shown.
  var isDue = false
  /// The time of the last text; before the first one, the time of the console's creation.
  var shownAt: TimeInterval = 0
}

/// Runs a command's work; an error becomes one line on standard error and exit code 1.
package func reportingErrors(_ body: () throws -> Void) throws {
  defer { Console.clearLine() }
  StopSignals.removeDrafts()
  do {
    try body()
    if let damage = Snapshot.damage { throw damage }
  } catch {
    throw reported(error)
  }
}

/// Runs a command's asynchronous work; an error becomes one line on standard error and exit code 1.
package func reportingErrors(_ body: () async throws -> Void) async throws {
  defer { Console.clearLine() }
  StopSignals.removeDrafts()
  do {
    try await body()
    if let damage = Snapshot.damage { throw damage }
  } catch {
    throw reported(error)
  }
}

/// Reports an error that is not reported yet, and returns the error with which to end.
private func reported(_ error: any Error) -> any Error {
  if error is ExitCode { return error }
  if let usage = error as? ValidationError {
    // Rethrowing it would print the usage of the whole program.
    Console.fail(usage.message, isPointing: true)
    return ExitCode.validationFailure
  }
  if let mistake = error as? ReportError, mistake.isOfQuestion {
    Console.fail("\(error)", isPointing: true)
    return ExitCode.validationFailure
  }
  return Console.report(error)
}
