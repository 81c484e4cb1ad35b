import ColumnStore
import Columns
import Foundation
import Mappings
import RaceMerging
import Racing
import RowReading
import TabularFiles

/// A file that is read by a mapping as in an import, but without a store.
struct TrialRead {
  private(set) var rowCount = 0
  private(set) var duplicateCount = 0
  /// The rows that an import would refuse, in the order of the checks.
  let rejects: RefusedColumns
  private(set) var skippedCount = 0
  private(set) var unresolvedCount = 0
  /// All rows in the store's fields.
  let rows: Table
  /// The cells of each field that could not be read.
  let problems: [CellProblems]
  /// The doubts that an import of the file would print about its rows and races.
  private(set) var doubts: [String] = []
  private let names: TrialNames

  /// Reads a file.
  init(_ file: SourceFile, _ mapping: Mapping, threads: Int) throws(ImportError) {
    try self.init(
      ImportInput(
        file, table: mapping.tables.keys.first, mapping, limits: ProbeLimits(threads: threads)),
      mapping, threads: threads)
  }

  /// Reads a file whose table is known.
  init(_ input: ImportInput, _ mapping: Mapping, threads: Int) throws(ImportError) {
    let names = TrialNames()
    self.names = names
    var source = try ImportRows(
      input, mapping, sides: try SideTables([input]), threads: threads,
      ReadingStore(dictionary: names.encoder))
    problems = source.problems
    rowCount = source.table.rowCount + source.skippedCount
    skippedCount = source.skippedCount
    let draft = source.refusals
    func refused() throws(ImportError) -> RefusedColumns {
      RefusedColumns(try onStore { () throws(StoreError) in try draft.rows() })
    }
    guard input.table.feeds != .races else {
      rows = source.table
      duplicateCount = RaceFill(source).duplicateCount
      rejects = try refused()
      return
    }
    let today = Day(Int32(Date().timeIntervalSince1970 / 86_400))
    source.check(importID: 1, today: today)
    rows = source.table
    let isRunners = input.table.feeds == .runners
    source.deduplicate(
      key: isRunners
        ? .runner(source.runnerKey, of: source.table)
        : .dividend(of: source.table),
      expected: "a value of its key")
    duplicateCount = source.duplicateCount
    rejects = try refused()
    guard isRunners else { return }
    var odd = RowDoubts(source, today: today)
    odd.spellings += source.otherSpellings
    let ids = source.table["race_id"]!
    // Refused rows count too: a position that no field has, or runs whose day is in another file.
    let isWhole = duplicateCount == 0 || source.kept.isEmpty
    let races = isWhole ? RaceGroups(source.table) { ids.isNull($0) } : nil
    doubts = RaceOddities(source, in: races).lines + odd.lines
    let outcomes = source.table.outcomes
    unresolvedCount = source.kept.count {
      outcomes[Int($0)] == Int32(Outcome.unresolved.rawValue)
    }
  }

  var rejectedCount: Int {
    rejects.indices.count { !rejects.isKept($0) } + skippedCount
  }
  var storedCount: Int { rowCount - duplicateCount - rejectedCount }

  /// Names that are probably spellings of others, in words.
  var twinNames: [String] {
    var twins = NameTwins()
    twins.add(rows)
    return twins.doubts(aliases: { NameAliases() }, dictionary: names.encoder)
  }

  /// Returns a cell as text for people; empty if it is null.
  func text(_ column: Int, _ row: Int) -> String {
    let cells = rows.columns[column]
    guard !cells.isNull(row) else { return "" }
    switch (cells.type, cells.values) {
    case (.coded(let dictionary), .int32(let codes)):
      return String(decoding: names.encoder(dictionary).utf8(Int(codes[row])), as: UTF8.self)
    case (.micros, .int64(let micros)): return Decimal6(micros: micros[row]).description
    case (.instant, .int64(let micros)): return Self.instant(micros[row])
    default: return String(decoding: cells.cellText(row), as: UTF8.self)
    }
  }

  private static func instant(_ micros: Int64) -> String {
    Moment.text(micros).dropLast(3) + "Z"
  }
}
