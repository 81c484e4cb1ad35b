import RowReading
import Synchronization

/// Shows the progress of an import, also of a repeated one: its step, and the work on the current
/// file.
package final class ImportProgress: Sendable {
  private struct State {
    var step = ""
    var work = ImportWork.uncounted
    /// The number of the current count, which keeps the paces of several counts apart.
    var number = 0
    /// The part of the line about the work; empty if none is counted.
    var counted = ""
  }

  private let console: Console
  private let state = Mutex(State())

  package init(_ console: Console) { self.console = console }

  /// Shows a step, which may be the one whose work is being counted.
  package func step(_ text: String) {
    let line = state.withLock { state in
      state.step = text
      return text + state.counted
    }
    console.progress(line)
  }

  /// Shows the work of the current step; uncounted work, or a smaller count, begins a new count.
  package func count(_ work: ImportWork) {
    let line = state.withLock { state -> String? in
      let last = state.work
      let isNew = work.unit != last.unit || work.done < last.done || work.done == 0
      if work == .uncounted || work != last && isNew { state.number += 1 }
      state.work = work
      // Smaller work takes no noticeable time.
      guard work != .uncounted, work.unit != .bytes || (work.about ?? 0) >= 10_000_000 else {
        state.counted = ""
        return nil
      }
      let done = work.shown(work.done)
      let about = work.about.map(work.shown)
      let unit = work.unit == .bytes ? work.unitName : ""
      let rest = console.rest(of: "work \(state.number)", done: done, total: about, unit: unit)
      let total = about.map { " of \(work.unit == .rows ? "about " : "")\(grouped($0))" } ?? ""
      state.counted = ", \(grouped(done))\(total) \(work.unitName)\(rest)"
      return work == last ? nil : state.step + state.counted
    }
    if let line { console.progress(line) }
  }
}

extension ImportWork {
  /// Returns an amount in the unit shown.
  fileprivate func shown(_ amount: Int) -> Int {
    unit == .bytes ? (amount + 500_000) / 1_000_000 : amount
  }

  fileprivate var unitName: String {
    switch unit {
    case .rows: "rows"
    case .bytes: "MB"
    case .members: "members"
    }
  }
}
