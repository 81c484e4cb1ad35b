import Columns
import Kernels
import Questions
import Racing
import RunnerKeys

/// A window, and its facts that its rows' figures need in addition to their own sums.
package struct WindowFacts: Sendable {
  let window: Window
  let from: Day
  let to: Day
  /// All runs and wins of the window.
  let runs: Int64
  let wins: Int64
  /// The commission on bets at the exchange.
  let commission: Commission
  var luck = LuckFigures()
}

extension ReportRows {
  /// Computes, for each row of some reports' windows, the figures that depend on other rows.
  ///
  /// Rates are shrunk towards all entities of a window; p-values are adjusted for all rows of all
  /// windows that remain.
  ///
  /// - Parameters:
  ///   - reports: The reports, all with one choice of figures; for shrunk rates with all entities
  ///     of their windows.
  ///   - minRuns: Rows with fewer runs are dropped.
  ///   - threads: Number of worker threads.
  /// - Returns: The reports.
  package static func compared(_ reports: [ReportRows], minRuns: Int, threads: Int) -> [ReportRows]
  {
    guard let choice = reports.first?.columns.choice, choice.luck != nil || choice.isShrunk else {
      return reports
    }
    let windows = reports.flatMap(\.figures)
    let populations = ParallelTasks.map(count: windows.count, threads: threads) { index in
      choice.isShrunk ? windows[index].rates() : nil
    }
    let left = windows.map { choice.isShrunk ? $0.dropping(below: minRuns) : $0 }
    // One window may have nearly all rows.
    let parts = left.indices.flatMap { window in
      stride(from: 0, to: choice.luck == nil ? 0 : left[window].count, by: 4096).map {
        (window: window, rows: $0..<Swift.min($0 + 4096, left[window].count))
      }
    }
    let chances = ParallelTasks.map(count: parts.count, threads: threads) { part in
      left[parts[part].window].chances(parts[part].rows)
    }
    var adjusted = left.map { _ in AdjustedChances() }
    if let luck = choice.luck {
      var q = FalseDiscovery.q(
        chances.joined().map(\.p), method: luck.method, threads: threads)[...]
      for (part, chances) in zip(parts, chances) {
        for (code, _) in chances { adjusted[part.window][code] = q.removeFirst() }
      }
    }
    var next = 0
    return reports.map { report in
      let own = next..<next + report.windows.count
      next = own.upperBound
      let facts = zip(report.windows, own).map { facts, index in
        var facts = facts
        facts.luck = LuckFigures(adjusted: adjusted[index], population: populations[index])
        return facts
      }
      return ReportRows(report.columns, windows: facts, Array(left[own]), codes: report.codes)
    }
  }
}

extension FigureRows {
  fileprivate func rates() -> RowRates {
    var rates = RowRates()
    visit(0..<count) { sums, _ in rates.append(sums) }
    return rates
  }

  /// Computes the p-values of some rows, by entity; a row without bets has none.
  fileprivate func chances(_ rows: Range<Int>) -> [(code: Int32, p: Double)] {
    var found: [(code: Int32, p: Double)] = []
    var row = rows.lowerBound
    visitLuck(rows) { luck in
      if let p = luck.figures?.p { found.append((Int32(code(row)), p)) }
      row += 1
    }
    return found
  }
}
