import ColumnStore
import Columns
import SyntheticRacing
import TabularFiles

/// An invented season in two sources: results without exchange prices, and these prices under other
/// race keys, with courses and horses spelled differently and off times up to five minutes apart.
struct SplitSeason {
  /// All columns, as in a single source.
  let whole: Table
  /// The first source.
  let results: Table
  /// The second source.
  let prices: Table
  /// Aliases of the courses, whose spellings don't all fold to one.
  let aliases: String

  init(runners: Int, seed: UInt64) {
    let season = SyntheticSeason(runners: runners, seed: seed)
    let flat = Table.concatenated(season.map { $0.table(of: season) })
    whole = Self.stamped(flat, source: "results", flat.fields.map(\.name))
    results = Self.stamped(flat, source: "results", flat.fields.map(\.name).filter { $0 != "bsp" })
    let respelled = Self.respelled(flat)
    prices = Self.stamped(
      respelled, source: "exchange",
      ["race_id", "date", "off_time", "course", "number", "horse", "bsp"])
    aliases =
      "role,spelling,name\n"
      + season.courseNames.map { "course,Racing at \($0),\($0)\n" }.joined()
  }

  /// Rows of the races whose keys end in certain digits.
  static func part(_ table: Table, lastDigits: Set<Int64>) -> Table {
    let ids = table["race_id"]!.int64s
    let rows = (0..<Int32(table.rowCount)).filter { lastDigits.contains(ids[Int($0)] % 10) }
    return table.gathered(rows)
  }

  // MARK: - Implementation

  private static func stamped(_ table: Table, source: String, _ names: [String]) -> Table {
    let stamp = Column(texts: [String?](repeating: source, count: table.rowCount))
    return Table([("source", stamp)] + names.map { ($0, table[$0]!) })
  }

  private static func respelled(_ flat: Table) -> Table {
    let ids = flat["race_id"]!.int64s
    let (numbers, horses) = (flat["number"]!.int16s, flat["horse"]!.texts)
    let (courses, offTimes) = (flat["course"]!.texts, flat["off_time"]!.int64s)
    let spellings = (0..<flat.rowCount).map { row in
      let name = courses[row]
      return ["Racing at " + name, name.uppercased() + " (AW)", name][Int(ids[row]) % 3]
    }
    let runners = (0..<flat.rowCount).map { row -> String in
      let horse = horses[row]
      switch (ids[row] + Int64(numbers[row])) % 7 {
      case 0: return "\(numbers[row]). \(horse)"
      case 1: return horse.uppercased() + " (IRE)"
      // A misspelling of one runner in some races.
      case 2: return numbers[row] == 3 ? String(horse.dropLast()) : horse
      default: return horse.replacing(" ", with: "-")
      }
    }
    let shifted = (0..<flat.rowCount).map { offTimes[$0] + (ids[$0] % 11 - 5) * 60_000_000 }
    return flat.replacing(
      "race_id", Column(int64s: (0..<flat.rowCount).map { 90_000_000 + ids[$0] })
    )
    .replacing("off_time", Column(.instant, int64s: shifted))
    .replacing("course", Column(texts: spellings)).replacing("horse", Column(texts: runners))
  }
}

extension TestStore {
  /// Writes a table as CSV.
  func file(_ table: Table) throws -> String {
    let path = newPath("csv")
    let writer = try TableWriter(path: path, format: .csv, fields: table.fields)
    try writer.write(table)
    try writer.close()
    return path
  }
}
