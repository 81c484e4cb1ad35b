import Columns
import Kernels
import Questions
import Racing
import RunnerKeys

/// A window, and its facts that its rows' figures need in addition to their own sums.
package struct WindowFacts: Sendable {
  let window: Window
  let (from, to): (Day, Day)
  /// All runs and wins of the window.
  let (runs, wins): (Int64, Int64)
  /// The commission on bets at the exchange.
  let commission: Commission
  var luck = LuckFigures()

  /// Creates the facts of a window that ends before a day; one of all days begins on the first.
  package init(
    _ window: Window, before day: Day, from first: Day, all: (runs: Int64, wins: Int64),
    _ commission: Commission
  ) {
    (self.window, from, to) = (window, window.days.map { day - $0 } ?? first, day - 1)
    (runs, wins, self.commission) = (all.runs, all.wins, commission)
  }
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
    let windows = reports.flatMap { report in report.windows.indices.map { (report, $0) } }
    let populations = ParallelTasks.map(count: windows.count, threads: threads) { index in
      choice.isShrunk ? windows[index].0.rates(of: windows[index].1) : nil
    }
    let shown =
      choice.isShrunk
      ? reports.map { report in
        report.showing(
          report.windows.indices.map { report.choice(of: $0, leastRuns: minRuns) })
      } : reports
    let left = shown.flatMap { report in report.windows.indices.map { (report, $0) } }
    // One window may have nearly all rows.
    let counts = left.map { choice.luck == nil ? 0 : $0.0.count(in: $0.1) }
    let parts = counts.indices.flatMap { index in
      stride(from: 0, to: counts[index], by: 4096).map {
        (window: index, rows: $0..<Swift.min($0 + 4096, counts[index]))
      }
    }
    let chances = ParallelTasks.map(count: parts.count, threads: threads) { part in
      let (report, window) = left[parts[part].window]
      return report.chances(parts[part].rows, in: window)
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
    return shown.map { report in
      report.facing(
        report.windows.map { window in
          defer { next += 1 }
          var window = window
          window.luck = LuckFigures(adjusted: adjusted[next], population: populations[next])
          return window
        })
    }
  }

  // MARK: - Implementation

  private func rates(of window: Int) -> RowRates {
    var rates = RowRates()
    visit(0..<count(in: window), in: window) { sums, _ in rates.append(sums) }
    return rates
  }

  /// Computes the p-values of some rows, by entity; a row without bets has none.
  private func chances(_ rows: Range<Int>, in window: Int) -> [(code: Int32, p: Double)] {
    var found: [(code: Int32, p: Double)] = []
    var row = rows.lowerBound
    visitLuck(rows, in: window) { luck in
      if let p = luck.figures?.p { found.append((Int32(code(row, in: window)), p)) }
      row += 1
    }
    return found
  }
}
