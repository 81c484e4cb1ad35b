import Cards
import Columns
import EntityReports
import Questions
import Racing

/// A record for reading on a terminal.
public enum RecordText {
  /// Returns the record's text: career, windows, best courses and last runs.
  ///
  /// - Parameter record: The record.
  /// - Returns: Lines; undefined figures are `–`.
  public static func text(_ record: Record) -> String {
    var blocks = [career(record)]
    if record.career != nil {
      blocks.append(windows(record))
      blocks.append(courses(record))
      if !record.runs.isEmpty { blocks.append(runs(record)) }
    }
    return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  // MARK: - Implementation

  private static func career(_ record: Record) -> [String] {
    var lines = ["\(DisplayWidth.printable(record.name)), \(record.role.rawValue)"]
    if !record.spellings.isEmpty {
      let spellings = record.spellings.map { DisplayWidth.printable($0) }
      lines.append("also spelt " + spellings.joined(separator: ", "))
    }
    guard let row = record.career, let first = record.firstRun else {
      return lines + ["no run before \(record.asOf.iso)"]
    }
    let figures = RecordFigures(row)
    var facts = [
      "\(figures.count("runs", of: "run")) from \(first.iso) to \(figures["last_run"])",
      "\(figures.count("wins", of: "win")) (\(figures["win_rate"]) %)",
      "\(figures.count("places", of: "place")) (\(figures["place_rate"]) %)",
    ]
    let market = row.columns.marketName
    let roi = market + "_roi"
    if row.figures.bets(on: row.columns.choice.market.group)?.bets ?? 0 > 0,
      row.columns.names.contains(roi)
    {
      facts.append(
        "\(market) ROI \(figures[roi]) % (\(figures[roi + "_low"]) to \(figures[roi + "_high"]))")
    }
    lines.append(facts.joined(separator: ", "))
    lines.append("as of \(record.asOf.iso)")
    return lines
  }

  private static func columns(_ record: Record) -> [(title: String, column: String)] {
    let columns = record.career?.columns ?? .standard
    let standard: [(title: String, column: String)] =
      [("runs", "runs"), ("wins", "wins"), ("win %", "win_rate"), ("places", "places")]
      + ColumnTitles.ofMarket(columns) + [("A/E", "ae"), ("form", "recent_form")]
    return standard.filter { columns.names.contains($0.column) } + ColumnTitles.more(columns)
      + (record.role == .horse ? [(title: "last run", column: "last_run")] : [])
  }

  private static func table(
    _ title: String, _ columns: [(title: String, column: String)]
  ) -> TextTable {
    TextTable(
      header: [title] + columns.map(\.title),
      sides: [.left] + columns.map { _ in TextTable.Side.right })
  }

  private static func windows(_ record: Record) -> [String] {
    // A horse runs seldom, so its figures show the days that they are of.
    let columns = (record.role == .horse ? [(title: "from", column: "from")] : []) + columns(record)
    var table = table("window", columns)
    for (window, row) in record.windows {
      let figures = row.map { RecordFigures($0) }
      let cells = columns.map { column in
        if column.column == "from", let days = window.days {
          return (record.asOf - days).iso
        }
        return figures.map { $0[column.column] }
          ?? (["runs", "wins", "places"].contains(column.column) ? "0" : RecordFigures.undefined)
      }
      table.rows.append([window.name] + cells)
    }
    return table.lines
  }

  private static func courses(_ record: Record) -> [String] {
    let enough = TextCount.text(record.minCourseRuns, of: "run")
    guard !record.courses.isEmpty else {
      return ["no course with \(enough)"]
    }
    let columns = columns(record)
    var table = table("course", columns)
    for row in record.courses {
      let figures = RecordFigures(row)
      table.rows.append([row.keys[0]] + columns.map { figures[$0.column] })
    }
    return ["best courses with at least \(enough), by \(record.courses[0].columns.marketName) ROI"]
      + table.lines
  }

  private static func runs(_ record: Record) -> [String] {
    let others = [
      (RecordRole.horse, \RecordRun.horse), (.jockey, \.jockey), (.trainer, \.trainer),
    ].filter { $0.0 != record.role }
    let facts = facts(record)
    var table = TextTable(
      header: ["date", "course", "race"] + facts.map(\.title) + others.map(\.0.rawValue),
      sides: [.left, .left, .left] + facts.map(\.side) + others.map { _ in .left })
    for run in record.runs {
      table.rows.append(
        [run.day.iso, cut(run.course, 20), race(run)] + facts.map { $0.text(run) ?? "–" }
          + others.map { cut(run[keyPath: $0.1], 28) })
    }
    let count = record.runs.count
    return [count == 1 ? "last run" : "last \(count) runs"] + table.lines
  }

  /// A column about a run.
  private struct Fact {
    let title: String
    var side = TextTable.Side.right
    let text: (RecordRun) -> String?
  }

  /// The columns between the race and the other names: all facts for a horse, as they are its own;
  /// the market's price, and of a horse's other ones those that a run has.
  private static func facts(_ record: Record) -> [Fact] {
    let distance = Fact(title: "m") { $0.distanceMetres.map { "\($0)" } }
    let end = Fact(title: "place") { place($0) }
    func price(_ market: Market) -> Fact {
      Fact(title: market.column) { $0.price(of: market)?.description }
    }
    let market = record.career.flatMap { Market(name: $0.columns.marketName) } ?? .sp
    guard record.role == .horse else { return [distance, end, price(market)] }
    let others = [Market.sp, .bsp].filter { other in
      other != market && record.runs.contains { $0.price(of: other) != nil }
    }
    let prices = market == .sp ? [market] + others : others + [market]
    return [
      Fact(title: "going", side: .left) { $0.going.map { cut($0, 16) } }, distance,
      Fact(title: "class", side: .left) { $0.raceClass.map { cut($0, 12) } },
      Fact(title: "lb") { $0.weightPounds?.description },
      Fact(title: "rating") { $0.officialRating.map { "\($0)" } },
      Fact(title: "draw") { $0.draw.map { "\($0)" } }, end,
      Fact(title: "lengths") { $0.beatenLengths?.description },
    ] + prices.map(price)
  }

  private static func race(_ run: RecordRun) -> String {
    let number = run.raceNumber.map { "R\($0)" }
    return [number, run.raceName.map { cut($0, 28) }].compactMap { $0 }.joined(separator: " ")
  }

  /// Returns the position, or the reason for having none, and the field size.
  private static func place(_ run: RecordRun) -> String {
    let end = run.position.map { "\($0)" } ?? run.outcome.name.replacing("_", with: " ")
    return "\(end)/\(run.fieldSize)"
  }

  private static func cut(_ text: String?, _ width: Int) -> String {
    text.map { DisplayWidth.printable($0, limit: width) } ?? "–"
  }
}

/// A row's cells by column name, formatted for readers: rates in percent, one decimal.
struct RecordFigures {
  static let undefined = "–"
  private let columns: ReportColumns
  private let cells: [String: ReportCell]

  init(_ row: EntityReport.Row) {
    columns = row.columns
    cells = Dictionary(
      uniqueKeysWithValues: zip(row.columns.names, row.cells.dropFirst(row.keys.count)))
  }

  subscript(column: String) -> String {
    guard case .decimal(let scaled, let places) = cells[column]! else {
      return cells[column]!.text ?? Self.undefined
    }
    // Rates have six decimals, so a percentage with one decimal drops three of the rate's.
    let isPercentage = columns.unit(of: column) == .percent
    var bytes: [UInt8] = []
    DecimalText.append(
      scaled, scale: isPercentage ? places - 2 : places, decimals: isPercentage ? 1 : 2, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a count with separated thousands, and its unit; the count of places may be unknown.
  func count(_ column: String, of one: String) -> String {
    switch cells[column]! {
    case .integer(let number): return TextCount.text(Int(number), of: one)
    case .empty: return "\(column) not known"
    default: preconditionFailure("no count")
    }
  }
}
