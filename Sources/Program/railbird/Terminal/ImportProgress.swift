import RacingImport
import Synchronization

/// Tells how far an import is, or one that runs again: its step, and the work of the current file.
final class ImportProgress: Sendable {
  private struct State {
    var step = ""
    var work = ImportWork.uncounted
    /// Tells the paces of several counts apart.
    var number = 0
    /// The part of the line that tells the work; empty where none is counted.
    var counted = ""
  }

  private let console: Console
  private let state = Mutex(State())

  init(_ console: Console) { self.console = console }

  /// Tells a step, which may do the work that is being counted.
  func step(_ text: String) {
    let line = state.withLock { state in
      state.step = text
      return text + state.counted
    }
    console.progress(line)
  }

  /// Tells the work of the current step; with none of an unknown amount another count begins.
  func count(_ work: ImportWork) {
    let line = state.withLock { state -> String? in
      let last = state.work
      let isNew = work.unit != last.unit || work.done < last.done || work.done == 0
      if work == .uncounted || work != last && isNew { state.number += 1 }
      state.work = work
      // Fewer bytes take no time.
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
  /// An amount in the unit that is shown.
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
