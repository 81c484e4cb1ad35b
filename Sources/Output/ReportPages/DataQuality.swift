import Questions
import Columns
import EntityReports
import Racing

/// A page's tables of data quality: coverage by month, and the fate of each source's rows.
struct DataQuality {
  /// The months before the as-of day, in time order.
  let months: [MonthCoverage]
  /// The imported sources.
  let sources: [SourceCounts]

  /// The tables as JSON: the title, a note, the header and the rows of each.
  var json: String {
    PageText.list([
      Self.table(
        "Coverage by month",
        "Runners that the filter lets through; duplicates are of all runners read, whatever the "
          + "filter and the as-of day."
          + (duplicates == nil ? " —: older imports know duplicates by source only." : ""),
        ["month", "races", "runs", "non-runners", "unresolved"]
          + PriceBasis.allCases.map { "\($0.rawValue) prices" } + ["duplicates"], monthRows),
      Self.table(
        "Sources", "All rows read, whatever the filter and the as-of day.",
        ["source", "rows read", "stored", "duplicates", "rejected", "reasons"],
        sources.map(Self.row)),
    ])
  }

  // MARK: - Implementation

  /// The duplicates of all sources by month; nil if some source's are unknown.
  private var duplicates: [String: Int]? {
    var sums: [String: Int] = [:]
    for source in sources where source.duplicates > 0 {
      guard let own = source.duplicateMonths else { return nil }
      sums.merge(own) { $0 + $1 }
    }
    return sums
  }

  /// A row for each month with races, and for each other month with duplicates.
  private var monthRows: [[String]] {
    let duplicates = duplicates
    var counts = (duplicates ?? [:]).mapValues { _ in
      [Int](repeating: 0, count: 4 + PriceBasis.allCases.count)
    }
    for month in months {
      counts[month.month] =
        [month.races, month.starters, month.nonRunners, month.unresolved]
        + month.prices.map(\.with)
    }
    return counts.sorted { $0.key < $1.key }.map { month, counts in
      let own = duplicates.map { TextCount.grouped($0[month, default: 0]) }
      return [month] + counts.map { TextCount.grouped($0) } + [own ?? "—"]
    }
  }

  private static func row(_ source: SourceCounts) -> [String] {
    let counts = [source.rowsRead, source.stored, source.duplicates, source.rejected]
    let reasons = source.reasons.sorted { $0.key < $1.key }
      .map { "\($0.key) \(TextCount.grouped($0.value))" }
    return [source.name] + counts.map { TextCount.grouped($0) } + [reasons.joined(separator: ", ")]
  }

  private static func table(
    _ title: String, _ note: String, _ header: [String], _ rows: [[String]]
  ) -> String {
    PageText.list([
      PageText.json(title), PageText.json(note), PageText.json(header),
      PageText.list(rows.map { PageText.json($0) }),
    ])
  }
}
