import ArgumentParser
import ColumnStore
import Columns
import DomainFeeds
import Foundation
import RacingImport
import Synchronization

/// Standard output carries the result; standard error messages and progress.
final class Console: Sendable {
  static let outIsTerminal = isatty(STDOUT_FILENO) == 1
  static let inIsTerminal = isatty(STDIN_FILENO) == 1
  private static let errIsTerminal = isatty(STDERR_FILENO) == 1

  private let isQuiet: Bool
  private let isVerbose: Bool
  /// The line on the terminal, or elsewhere the last one that was written.
  private let line = Mutex((text: "", shownAt: ProcessInfo.processInfo.systemUptime))

  init(_ options: WorkOptions) {
    isQuiet = options.quiet
    isVerbose = options.verbose
  }

  /// Shows what is being done: on a terminal on one line that is overwritten, elsewhere as a line a
  /// minute, or each of them where it was asked for.
  func progress(_ text: String) {
    guard !isQuiet else { return }
    line.withLock { line in
      let now = ProcessInfo.processInfo.systemUptime
      let pause = Self.errIsTerminal ? 0.1 : isVerbose ? 0 : 60
      guard now - line.shownAt >= pause else { return }
      line.shownAt = now
      guard Self.errIsTerminal else { return Self.write(text + "\n", to: .standardError) }
      line.text = text
      Self.write("\r\u{1B}[K" + Self.fitting(text), to: .standardError)
    }
  }

  /// As much of a line as the terminal has room for: of one that wraps only a part can be overwritten.
  private static func fitting(_ text: String) -> String {
    guard let width = width(of: STDERR_FILENO) else { return text }
    // Some terminals wrap as soon as the last column is written.
    return DisplayWidth.printable(text, limit: width - 1)
  }

  /// The columns of the terminal that standard output is; nil where it is none.
  static var outWidth: Int? { width(of: STDOUT_FILENO) }

  private static func width(of file: Int32) -> Int? {
    var size = winsize()
    guard ioctl(file, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Removes the progress line.
  func clear() {
    line.withLock { line in
      if !line.text.isEmpty { Self.write("\r\u{1B}[K", to: .standardError) }
      line.text = ""
    }
  }

  /// A message that stays.
  func note(_ text: String) {
    clear()
    if !isQuiet { Self.write(text + "\n", to: .standardError) }
  }

  /// A message that people need, quiet or not.
  func finding(_ text: String) {
    clear()
    Self.write(text + "\n", to: .standardError)
  }

  /// Says where to look when rows were rejected.
  func noteRejected(_ count: Int, store: String) {
    guard count > 0 else { return }
    note("\(grouped(count)) rows were rejected; see: railbird rejects --store \(store)")
  }

  /// Asks a question on the terminal; anything but yes is no.
  static func asks(_ question: String) -> Bool {
    write(question + " [y/N] ", to: .standardError)
    return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
  }

  /// What stands whatever fails from now on, such as "the import is stored".
  private static let standing = Mutex<String?>(nil)

  /// Notes that a change is made: whoever hears of a failure has to know.
  static func stands(_ change: String) { standing.withLock { $0 = change } }

  /// The exit code of a command that has made its change and failed behind it: EX_IOERR.
  static let storedCode: Int32 = 74

  /// A line of the result.
  ///
  /// Where standard output takes no more the process ends with 1, or 74 after a change: a result that
  /// is cut short must not pass for a whole one. A reader that has closed its pipe needs no message,
  /// unless there was a change.
  static func print(_ text: String, terminator: String = "\n") {
    signal(SIGPIPE, SIG_IGN)
    guard let code = failure(writing: Array((text + terminator).utf8)) else { return }
    let change = standing.withLock { $0 }
    if code != EPIPE || change != nil {
      let reason = String(cString: strerror(code))
      fail((change.map { $0 + "; " } ?? "") + "standard output: cannot be written (\(reason))")
    }
    exit(change == nil ? 1 : storedCode)
  }

  /// Says what went wrong.
  ///
  /// - Returns: The exit code: 74 where a change stands all the same.
  fileprivate static func report(_ error: any Error) -> ExitCode {
    let change = standing.withLock { $0 }
    fail((change.map { $0 + "; " } ?? "") + "\(error)")
    return ExitCode(change == nil && !isAfterChange(error) ? 1 : storedCode)
  }

  /// Whether an error says of itself that a change is stored.
  private static func isAfterChange(_ error: any Error) -> Bool {
    switch error {
    case StoreError.stored, ImportError.store(.stored), FetchError.store(.stored),
      FetchError.importing(.store(.stored)), FetchError.statistics, StoredDataError.store(.stored):
      true
    default: false
    }
  }

  /// The system's error code where standard output takes no more.
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

  /// What went wrong, on standard error.
  static func fail(_ text: String) { write("railbird: \(text)\n", to: .standardError) }

  /// What to look at after an error, on standard error.
  static func hints(_ lines: [String]) {
    write(lines.map { "  - \($0)\n" }.joined(), to: .standardError)
  }

  /// A line of what goes on, on standard error, where it was asked for.
  static func trace(_ text: String) { write(text + "\n", to: .standardError) }

  private static func write(_ text: String, to handle: FileHandle) {
    // Nothing is left to report a failing standard error to.
    try? handle.write(contentsOf: Data(text.utf8))
  }
}

/// Runs a command's work; an error becomes one line on standard error and exit code 1.
func reportingErrors(_ body: () throws -> Void) throws {
  do { try body() } catch { throw reported(error) }
}

/// Runs a command's work that waits; an error becomes one line on standard error and exit code 1.
func reportingErrors(_ body: () async throws -> Void) async throws {
  do { try await body() } catch { throw reported(error) }
}

/// What a command ends with; what it has not said yet is said now.
private func reported(_ error: any Error) -> any Error {
  if error is ExitCode { return error }
  if let usage = error as? ValidationError {
    // Thrown further it would show the usage of the whole program.
    Console.fail(usage.message)
    return ExitCode.validationFailure
  }
  return Console.report(error)
}
