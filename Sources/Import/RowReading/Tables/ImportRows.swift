import ColumnStore
import Columns
import Mappings
import Racing
import TabularFiles

/// A file's rows, or some of them, on their way into the store: each step of an import fills them
/// in.
///
/// The steps: ``check(importID:today:)``, then in `RaceMerging` `RepeatedOffs`, `RaceIdentity`,
/// `SplitRaces`, `deduplicate`, `RaceMatching` and `sort`. Row numbers count through ``table``.
package struct ImportRows {
  package let file: SourceFile
  package let mapping: TableMapping
  /// The rows with the header's number of fields, in the store's fields.
  package var table: Table
  /// Rows that the next steps leave out: refused rows, and rows of other sources.
  package var refused = RowSet()
  /// The refused rows with their reasons, in the order of the steps.
  package var refusals: RefusedDraft
  /// `position`, `outcome` or both, where the file lacks them.
  package internal(set) var absent: Set<String> = []
  /// The kept rows, in file order; empty before deduplication.
  package var kept: [Int32] = []
  /// The rows of each race, at first of all rows, later of the kept ones; nil where they must be
  /// determined again.
  package var groups: RaceGroups?
  /// The repeated rows: by race, a kept row of the race, and the number of repeated rows.
  package var repeats: [(row: Int32, count: Int)] = []
  /// Rows whose race other rows have under another key: two rows of a runner cannot replace a
  /// stored one together, so these are matched after the others are stored.
  package var later: [Int32] = []
  /// The counts so far.
  package var counts = StoredCounts()
  /// The unread cells of each field, by the file's rows.
  package let problems: [CellProblems]
  /// Number of records with another number of fields.
  package var skippedCount: Int
  /// The selection of the file's rows; nil for all.
  package var selection: RowSelection?
  /// The file's columns that no field takes.
  package var unusedColumns: [String] = []
  /// The columns that its race keys consist of.
  package let raceKeys: RaceKeyForm
  /// The keys of numbers that are known in another spelling.
  package let otherSpellings: RowDoubts.Kind
  /// The words of results that have no known meaning, by their codes.
  let unknownFinishes: [String]
  /// The doubts about results, after the check.
  package internal(set) var resultDoubts = RowDoubts()

  /// Takes the rows read from a file.
  ///
  /// - Parameters:
  ///   - input: The file and its table.
  ///   - mapping: The meaning of the call's files.
  ///   - parsed: Its fields.
  ///   - present: The fields among them that the file has; nil for all.
  ///   - store: The store that the file is read for.
  /// - Throws: ``StoreError`` when unread cells could not be written to disk.
  package init(
    _ input: ImportInput, _ mapping: Mapping, _ parsed: FieldBatches, present: Set<String>? = nil,
    _ store: ReadingStore
  ) throws(StoreError) {
    file = input.file
    self.mapping = input.table
    refusals = store.draft()
    raceKeys = RaceKeyForm(input.table, of: mapping, columns: input.columns)
    otherSpellings = parsed.otherSpellings
    unknownFinishes = parsed.unknownFinishes
    let finished = try parsed.finished()
    problems = finished.problems
    skippedCount = parsed.skippedCount
    table = MarginTotals.applied(
      to: Self.addConstants(
        finished.columns.filter {
          present?.contains($0.name) ?? true
            || [Field.otherOff.name, Field.openHalf.name].contains($0.name)
        }, input.table, mapping, rowCount: parsed.rowCount, dictionary: store.dictionary))
  }

  /// The fields that identify a runner within a race, in order of precedence.
  package var runnerKey: [String] { mapping.key ?? TableMapping.standardKey }

  /// Refuses one of the rows; the next steps leave it out.
  package mutating func refuse(_ row: RefusedRow) {
    refused.insert(row.row)
    refusals.append(row)
  }

  /// Refuses some of the rows for one reason; the next steps leave them out.
  package mutating func refuse(
    _ rows: some Sequence<Int32>, _ reason: RejectReason, _ detail: String
  ) {
    for row in rows { refuse(RefusedRow(row: Int(row), reason, detail: detail)) }
  }

  // MARK: - Implementation

  private static func addConstants(
    _ rows: [(name: String, column: Column)], _ table: TableMapping, _ mapping: Mapping,
    rowCount: Int, dictionary: (String) -> DictionaryEncoder
  ) -> Table {
    var rows = rows
    var constants = table.constants
    for (name, text) in mapping.defaults where constants[name] == nil { constants[name] = text }
    if constants["source"] == nil { constants["source"] = mapping.name }
    for field in table.targetFields {
      let place = rows.firstIndex { $0.name == field.name }
      // Of the file's own columns, only the source must not be empty.
      if let place {
        guard field.name == "source", rows[place].column.validity.nullCount > 0 else { continue }
      }
      guard let value = constants[field.name] else { continue }
      var encoder: DictionaryEncoder?
      if case .coded(let name) = field.type { encoder = dictionary(name) }
      var constant = FieldMapping(column: "constant")
      if field.type == .instant { constant.zone = mapping.zone(of: table.feeds) }
      let one = FieldReader(
        field: field, mapping: constant, encoder: encoder
      ).values(Table([("constant", Column(texts: [value]))]))
      if let place {
        let column = rows[place].column
        rows[place].column = Column.concatenated([column, one.column])
          .gathered((0..<rowCount).map { Int32(column.isNull($0) ? rowCount : $0) })
      } else {
        rows.append((field.name, one.column.repeated(rowCount)))
      }
    }
    return Table(rows)
  }
}
