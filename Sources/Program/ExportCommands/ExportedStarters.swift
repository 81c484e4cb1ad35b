import APICore
import ColumnStore
import Columns
import Foundation
import Questions
import Racing
import RacingExport
import ReportSQL
import RunnerKeys
import StoreImport
import TabularFiles

/// The runners in the form that another engine's reports read, as a dataset's table.
final class ExportedStarters {
  /// The table's name.
  static let name = "starters"

  private let starters: DatasetStarters
  private let snapshot: Snapshot

  /// Prepares the rows; they are made later.
  init(
    _ snapshot: Snapshot, aliases: NameAliases, rules: FactRules, threads: Int
  ) throws(ReportError) {
    starters = try DatasetStarters(snapshot, aliases: aliases, rules: rules, threads: threads)
    self.snapshot = snapshot
  }

  /// The table; each month is made when it is written.
  var table: DatasetTable {
    DatasetTable(
      Self.name, fields: starters.fields,
      parts: starters.months.map { month in
        .init(
          month, sources: [starters.key(of: month)],
          readCount: snapshot.segment(of: RacingTables.runners, month: month)?.rows.rowCount ?? 0
        ) { () throws(FileError) in
          try self.reading { () throws(ReportError) in try self.starters.table(of: month) }
        }
      })
  }

  /// Returns the facts about the whole store that reports need.
  func report() throws(FileError) -> JSONValue? {
    let facts = try reading { () throws(ReportError) in try starters.facts() }
    return (try? JSONEncoder().encode(facts)).flatMap { try? JSONValue(parsing: $0) }
  }

  /// The counts of each source's rows.
  var sources: JSONValue {
    get throws {
      func number(_ value: Int) -> JSONValue { .number(JSONNumber(Int64(value))) }
      return .array(
        try ImportLedger(snapshot).standing.map { SourceCounts($0) }.map { counts in
          [
            "name": .string(counts.name), "rows_read": number(counts.rowsRead),
            "stored": number(counts.stored), "duplicates": number(counts.duplicates),
            "rejected": number(counts.rejected),
            "reasons": .object(counts.reasons.mapValues(number)),
          ]
        })
    }
  }

  // MARK: - Implementation

  private func reading<Answer>(_ body: () throws(ReportError) -> Answer) throws(FileError)
    -> Answer
  {
    do throws(ReportError) {
      return try body()
    } catch .store(.corrupt(let file, let found, let expected)) {
      throw .malformed(file: file, found: found, expected: expected)
    } catch {
      throw .cannotOpen(file: snapshot.store, reason: "\(error)")
    }
  }
}
