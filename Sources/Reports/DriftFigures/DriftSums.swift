import Columns
import Racing
import TabularFiles

/// Computes the answer to a question from the files of a dataset of ticks, month by month.
///
/// A month's selections are in memory; its ticks are read as a stream. Of several ticks the one
/// with the highest sequence counts, so the order of files and rows does not matter.
public struct DriftSums {
  /// A selection's last prices at the moments, and before the off.
  private struct Prices {
    /// The sequence and price of each moment; the closing price is the last.
    var last: [(sequence: Int64, price: Int64)?]
    let off: Int64
    let name: Int

    /// Stores a price at each moment where it is later than the known one.
    mutating func take(_ price: Int64, sequence: Int64, at time: Int64, _ minutes: [Int]) {
      guard time < off else { return }
      for moment in last.indices {
        // Wrapping: a damaged off time must not stop the program.
        if moment < minutes.count, time > off &- Int64(minutes[moment]) * 60_000 { continue }
        if sequence > last[moment]?.sequence ?? -1 { last[moment] = (sequence, price) }
      }
    }
  }

  private struct Key: Hashable {
    let market: Int
    let selection: Int64
  }

  private let question: DriftQuestion
  private var names: [String?: Int] = [:]
  private var rows: [[DriftRow]] = []

  /// Creates a report without months.
  public init(_ question: DriftQuestion) { self.question = question }

  /// Adds a month.
  ///
  /// - Parameters:
  ///   - selections: The paths of its files of selections.
  ///   - ticks: The paths of its files of ticks.
  ///   - progress: Takes the number of ticks read.
  /// - Throws: `FileError` for a file that is missing or damaged, or has other columns.
  public mutating func add(
    selections: [String], ticks: [String], progress: (Int) -> Void = { _ in }
  ) throws(FileError) {
    var markets: [String: Int] = [:]
    var prices: [Prices] = []
    var places: [Key: Int] = [:]
    let columns = ["market_id", "selection_id", "off_at", "status", question.key.rawValue]
    try Self.read(selections, columns, [.text, .int64, .int64, .text, .text]) { table in
      for row in 0..<table.rowCount where !table[3].isText("REMOVED", row) {
        let market = markets[table[0].texts[row], default: markets.count]
        markets[table[0].texts[row]] = market
        places[Key(market: market, selection: table[1].int64s[row])] = prices.count
        let name = name(table[4].isNull(row) ? nil : table[4].texts[row])
        for moment in rows[name].indices { rows[name][moment].runners += 1 }
        prices.append(
          Prices(
            last: Array(repeating: nil, count: question.minutes.count + 1),
            off: table[2].int64s[row], name: name))
      }
    }
    let tickColumns = [
      "market_id", "selection_id", "sequence", "published_at", "last_traded_price",
    ]
    let types: [ColumnType] = [.text, .int64, .int64, .int64, .int64]
    try Self.read(ticks, tickColumns, types) { table in
      // Ticks of a market are consecutive.
      var market: Int?
      for row in 0..<table.rowCount {
        if row == 0 || !table[0].texts.utf8(row).elementsEqual(table[0].texts.utf8(row - 1)) {
          market = markets[table[0].texts[row]]
        }
        guard let market, !table[4].isNull(row), table[4].int64s[row] > 0,
          let place = places[Key(market: market, selection: table[1].int64s[row])]
        else { continue }
        prices[place].take(
          table[4].int64s[row], sequence: table[2].int64s[row], at: table[3].int64s[row],
          question.minutes)
      }
      progress(table.rowCount)
    }
    for runner in prices { add(runner) }
  }

  /// The report of all months added.
  public var report: DriftReport {
    let unnamed = names[String?.none].map { rows[$0][0].runners } ?? 0
    let named = names.compactMap { name, index in name.map { ($0, index) } }
    return DriftReport(question, named.map { rows[$0.1] }, unnamed: unnamed)
  }

  // MARK: - Implementation

  private mutating func name(_ name: String?) -> Int {
    if let known = names[name] { return known }
    names[name] = rows.count
    rows.append(question.minutes.map { DriftRow(name: name ?? "", minutes: $0) })
    return rows.count - 1
  }

  private mutating func add(_ runner: Prices) {
    guard let closing = runner.last[question.minutes.count]?.price else { return }
    for moment in question.minutes.indices {
      guard let early = runner.last[moment]?.price else { continue }
      rows[runner.name][moment].priced += 1
      rows[runner.name][moment].early += Int128(Self.probability(early))
      rows[runner.name][moment].closing += Int128(Self.probability(closing))
      rows[runner.name][moment].quotients += Int128(
        Rounding.halfEven(early, times: 1_000_000_000, dividedBy: closing))
    }
  }

  /// Returns the probability of a price, 10⁻⁹.
  private static func probability(_ price: Int64) -> Int64 {
    Rounding.halfEven(1_000_000_000_000_000, dividedBy: price)
  }

  /// Reads columns of Parquet files, and checks their types.
  private static func read(
    _ paths: [String], _ names: [String], _ types: [ColumnType], _ take: (TickRows) -> Void
  ) throws(FileError) {
    for path in paths {
      var found: [ColumnType]?
      try SourceFile(path: path).readParts(columns: names, threads: 1, begin: {}) { part in
        for table in part.tables {
          let columns = names.map { name in table[name] }.compactMap { $0 }
          found = columns.map(\.type)
          if found == types { take(TickRows(columns: columns, rowCount: table.rowCount)) }
        }
      }
      guard let found, found != types else { continue }
      throw .malformed(
        file: path, found: "columns of the types " + found.map(\.name).joined(separator: ", "),
        expected: types.map(\.name).joined(separator: ", "))
    }
  }
}

/// Some rows of a file, with the requested columns.
private struct TickRows {
  let columns: [Column]
  let rowCount: Int

  subscript(column: Int) -> Column { columns[column] }
}

extension DriftReport {
  /// Sorts the rows of all names.
  init(_ question: DriftQuestion, _ names: [[DriftRow]], unnamed: Int64) {
    self.init(
      question: question,
      rows: names.sorted { $0[0].name.utf8.lexicographicallyPrecedes($1[0].name.utf8) }
        .flatMap { $0 },
      unnamed: unnamed)
  }
}

extension Column {
  fileprivate func isText(_ text: String, _ row: Int) -> Bool {
    !isNull(row) && texts[row] == text
  }
}
