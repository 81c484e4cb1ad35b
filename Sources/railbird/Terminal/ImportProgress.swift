import Synchronization

/// Tells how far an import is, or one that runs again: its step, and the current file's rows.
final class ImportProgress: Sendable {
  private struct State {
    var step = ""
    var done = 0
    var about: Int?
    /// Tells the paces of several counts apart.
    var number = 0
    /// The part of the line that tells the rows; empty where none are counted.
    var rows = ""
  }

  private let console: Console
  private let state = Mutex(State())

  init(_ console: Console) { self.console = console }

  /// Tells a step, which may go through the rows that are being counted.
  func step(_ text: String) {
    let line = state.withLock { state in
      state.step = text
      return text + state.rows
    }
    console.progress(line)
  }

  /// Tells the rows of the current step.
  ///
  /// - Parameters:
  ///   - done: The rows so far; with none of an unknown number another count begins.
  ///   - about: About how many there are; nil where that is not known.
  func count(_ done: Int, of about: Int?) {
    let line = state.withLock { state -> String? in
      let isSame = (done, about) == (state.done, state.about)
      let isUnknown = done == 0 && about == nil
      if isUnknown || !isSame && (done == 0 || done < state.done) { state.number += 1 }
      (state.done, state.about) = (done, about)
      let rest = console.rest(of: "rows \(state.number)", done: done, total: about)
      guard !isUnknown else {
        state.rows = ""
        return nil
      }
      let total = about.map { " of about \(grouped($0))" } ?? ""
      state.rows = ", \(grouped(done))\(total) rows\(rest)"
      return isSame ? nil : state.step + state.rows
    }
    if let line { console.progress(line) }
  }
}
