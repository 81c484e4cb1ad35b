import Columns
import EntityReports
import Racing

/// A report's rows as columns of numbers, with the texts that some of the numbers refer to.
struct ReportPageRows {
  /// The bytes of the columns.
  let bytes: [UInt8]
  /// The rows' layout as JSON.
  let layout: String
  /// The keys of each entity.
  let entities: [[String]]
  /// The rows of the page, as indices of the report.
  let indices: [Int]

  /// The number of rows that one thread takes at a time.
  private static let partCount = 1024

  /// The entity of the rows of all runners, whose names another entity may have too; nil if there
  /// is none.
  let totals: Int?

  /// Takes the first rows of each window.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - hasTotals: Whether each window with rows ends with a row of all runners.
  ///   - limit: The maximum number of rows of the page.
  ///   - threads: The maximum number of threads.
  init(_ report: EntityReport, hasTotals: Bool, limit: Int, threads: Int) {
    let windows = report.rows.stretches
    let ends = hasTotals ? Set(windows.map { $0.rows.upperBound - 1 }) : []
    let shares = Self.shares(of: windows.map(\.rows.count), limit: limit)
    let shown = zip(windows, shares).map { $0.rows.prefix($1) }
    indices = shown.flatMap { $0 }
    let parts = shown.flatMap { rows in
      stride(from: rows.lowerBound, to: rows.upperBound, by: Self.partCount).map {
        $0..<min($0 + Self.partCount, rows.upperBound)
      }
    }
    var cells = Cells(report, totals: ends)
    for part in ParallelTasks.map(
      count: parts.count, threads: threads, { Cells(report, of: parts[$0], totals: ends) })
    {
      cells.append(part)
    }
    entities = cells.entities.names
    totals = cells.entities.totals
    var packed = PackedColumns(rowCount: indices.count)
    packed.append("entity", cells.rowEntities.map { Int64($0) }, [], .step)
    var places: [String: Int] = [:]
    for (column, name) in cells.names.enumerated() {
      let own = cells.columns[column]
      let facts = own.facts
      packed.append(name, own.values, facts, Self.rule(name, places, cells))
      // The entities' column comes first.
      places[name] = column + 1
    }
    bytes = packed.bytes
    layout = PageText.object([
      ("count", "\(indices.count)"), ("all", "\(report.rows.count)"),
      (
        "windows",
        PageText.list(
          zip(windows, shares).map { window, share in
            PageText.object([
              ("name", PageText.json(window.window.name)),
              ("from", PageText.json(window.from.iso)), ("to", PageText.json(window.to.iso)),
              ("rows", "\(share)"), ("all", "\(window.rows.count)"),
            ])
          })
      ),
      ("entities", PageText.list(entities.map { PageText.json($0) })),
      ("totals", totals.map { "\($0)" } ?? "null"), ("order", Self.orders(report, entities)),
      ("columns", PageText.list(packed.layout)),
    ])
  }

  // MARK: - Implementation

  /// Divides a limit of rows among the windows; what small windows leave goes to the others.
  static func shares(of counts: [Int], limit: Int) -> [Int] {
    var shares = counts
    var left = limit
    let order = counts.indices.sorted { counts[$0] < counts[$1] }
    for (place, window) in order.enumerated() {
      shares[window] = min(counts[window], left / (counts.count - place))
      left -= shares[window]
    }
    return shares
  }

  /// Returns the names of entities in their natural order for each key; null for keys in text
  /// order.
  private static func orders(_ report: EntityReport, _ entities: [[String]]) -> String {
    PageText.list(
      report.dimension.keys.indices.map { key in
        guard let order = report.rows.order(ofKey: key) else { return "null" }
        let own = Set(entities.map { $0[key] })
        return PageText.json((0..<order.count).lazy.map { order[$0] }.filter { own.contains($0) })
      })
  }

  /// Returns the prediction of a column from others, which is mostly right.
  private static func rule(
    _ name: String, _ places: [String: Int], _ cells: Cells
  ) -> PackedColumns.Rule {
    func quotient(
      _ numerator: String, _ denominator: String, _ factor: Int64, less: Int? = nil
    ) -> PackedColumns.Rule {
      guard let over = places[numerator], let under = places[denominator] else { return .plain }
      return .quotient(numerator: over, less: less, denominator: under, factor: factor)
    }
    if name == "win_rate" { return quotient("wins", "runs", 1_000_000) }
    if name == "place_rate" { return quotient("places", "runs", 1_000_000) }
    // The result has six decimals, the expected wins have four.
    if name == "ae" { return quotient("wins", "expected_wins", 10_000_000_000) }
    if name == "iv" { return quotient("wins", "runs", cells.runsPerWin) }
    // All three have six decimals.
    if name == "z", let promised = places["expected_roi"] {
      return quotient("sp_roi", "luck_sd", 1_000_000, less: promised)
    }
    if name.hasPrefix("win_rate_"), let wins = places["wins"], let runs = places["runs"] {
      return .alike(first: wins, second: runs)
    }
    guard let mark = name.lastIndex(of: "_") else { return .plain }
    // The results of bets at other prices are close to those at the starting price.
    let alike = name.firstIndex(of: "_").flatMap { places["sp" + name[$0...]] }
    if let alike, name.hasSuffix("_returned") || name.contains("_roi_") {
      return .difference(minuend: alike, subtrahend: alike, factor: 0)
    }
    let (group, figure) = (name[..<mark], name[mark...])
    // Amounts have four decimals, rates six, and counts of bets none.
    switch figure {
    case "_profit":
      let staked = places["\(group)_staked"]
      guard let returned = places["\(group)_returned"],
        let stakes = staked ?? places["\(group)_bets"]
      else { return .plain }
      return .difference(
        minuend: returned, subtrahend: stakes, factor: staked == nil ? 10_000 : 1)
    case "_roi":
      return places["\(group)_staked"] == nil
        ? quotient("\(group)_profit", "\(group)_bets", 100)
        : quotient("\(group)_profit", "\(group)_staked", 1_000_000)
    default: return .plain
    }
  }

  /// Entities by their keys, numbered in order of first appearance.
  private struct Entities {
    private(set) var names: [[String]] = []
    private var numbers: [[String]: Int] = [:]
    private(set) var totals: Int?

    mutating func number(of keys: [String], isTotal: Bool = false) -> Int {
      if let known = isTotal ? totals : numbers[keys] { return known }
      if isTotal {
        totals = names.count
        names.append(keys)
        return names.count - 1
      }
      numbers[keys] = names.count
      names.append(keys)
      return names.count - 1
    }
  }

  /// One column's cells.
  private struct CellColumn {
    var values: [Int64?] = []
    private var places: Int?
    private var texts: [String] = []
    private var numbers: [String: Int64] = [:]

    mutating func append(_ cell: ReportCell) {
      switch cell {
      case .empty: values.append(nil)
      case .integer(let number): values.append(number)
      case .decimal(let scaled, let decimals):
        places = decimals
        values.append(scaled)
      case .text(let text): values.append(number(of: text))
      }
    }

    /// Appends the cells of the rows that follow.
    mutating func append(_ next: CellColumn) {
      places = next.places ?? places
      guard !next.texts.isEmpty else {
        values += next.values
        return
      }
      let own = next.texts.map { number(of: $0) }
      values += next.values.map { $0.map { own[Int($0)] } }
    }

    private mutating func number(of text: String) -> Int64 {
      if let known = numbers[text] { return known }
      let number = Int64(texts.count)
      numbers[text] = number
      texts.append(text)
      return number
    }

    var facts: [(name: String, value: String)] {
      if !texts.isEmpty { return [("texts", PageText.json(texts))] }
      return [("places", "\(places ?? 0)")]
    }
  }

  /// The cells of some rows after the window's days, column by column.
  private struct Cells {
    let names: [String]
    private(set) var columns: [CellColumn]
    private(set) var rowEntities: [Int] = []
    private(set) var entities = Entities()

    /// Takes some rows of a report; no rows by default.
    init(_ report: EntityReport, of rows: Range<Int> = 0..<0, totals: Set<Int>) {
      names = Array(report.columns.names.dropFirst(3))
      columns = names.map { _ in CellColumn() }
      let keyCount = report.dimension.keys.count
      let first = keyCount + 3
      var keys: [String] = []
      report.rows.visitCells(of: rows) { row, column, cell in
        if column == 0 { keys.removeAll(keepingCapacity: true) }
        if column < keyCount, case .text(let key) = cell { keys.append(key) }
        if column == keyCount {
          rowEntities.append(entities.number(of: keys, isTotal: totals.contains(row)))
        }
        if column >= first { columns[column - first].append(cell) }
      }
    }

    /// Runs per win of all runners, in millionths, derived from the IV of the row with the most
    /// wins.
    var runsPerWin: Int64 {
      let own = ["runs", "wins", "iv"].map { name in
        names.firstIndex(of: name).map { columns[$0].values } ?? []
      }
      guard let row = own[1].indices.max(by: { own[1][$0] ?? 0 < own[1][$1] ?? 0 }),
        let runs = own[0][row], let wins = own[1][row], wins > 0, own[2].indices.contains(row),
        let value = own[2][row]
      else { return 0 }
      return Rounding.halfEven(value, times: runs, dividedBy: wins)
    }

    /// Appends the rows that follow.
    mutating func append(_ next: Cells) {
      let own = next.entities.names.enumerated().map {
        entities.number(of: $1, isTotal: $0 == next.entities.totals)
      }
      rowEntities += next.rowEntities.map { own[$0] }
      for column in columns.indices { columns[column].append(next.columns[column]) }
    }
  }
}
