import ColumnStore
import Columns
import RowReading
import TabularFiles

/// A file's refused rows with their lines, texts and keys, in file order.
///
/// Lines count from the header as 1; rows of files that are not CSV count from 1.
final class FileRefusals {
  /// The rows of a retry; nil for all.
  let selection: RowSelection?
  /// The number of rows by reason.
  var reasons: [String: Int] { draft.reasons }

  private let input: ImportInput
  private let imported: ImportedFile
  private let draft: RefusedDraft
  private var records: RowRecords?
  private var asked: LineWalk?
  /// The last located row of a CSV text, and the number of located records with another number of
  /// fields.
  private var (lastRow, otherWidthCount) = (-1, 0)

  /// Begins without rows.
  ///
  /// - Parameters:
  ///   - input: The file.
  ///   - imported: Its import.
  ///   - draft: Receives the rows.
  ///   - selection: The file's rows that were read; nil for all.
  init(
    of input: ImportInput, _ imported: ImportedFile, in draft: RefusedDraft,
    _ selection: RowSelection? = nil
  ) {
    (self.input, self.imported, self.draft, self.selection) = (input, imported, draft, selection)
    records = input.file.text.map { RowRecords($0) }
    asked = selection.map { LineWalk($0.lines) }
  }

  /// Adds the refused rows of the file's next part, and its rows that are kept without a cell;
  /// counts them, and finds the open rows that the other rows contain.
  ///
  /// - Parameters:
  ///   - found: The rows, in any order.
  ///   - part: The part; nil for a file whose rows complete others.
  ///   - rowsBefore: The number of the file's rows before the part.
  ///   - keys: The keys of the part's rows; nil where they have none.
  ///   - open: The rows that earlier imports of the source refused.
  ///   - counts: The part's counts.
  func add(
    _ found: RefusedColumns, of part: ImportRows? = nil, after rowsBefore: Int = 0,
    _ keys: RowKeys?, among open: OpenRefusals?, to counts: inout StoredCounts
  ) {
    var refused = RowSet()
    for index in found.indices where !found.isKept(index) { refused.insert(found.line(index)) }
    // A row that is refused later is not kept.
    let order = found.byLine.filter { index in
      !found.isKept(Int(index)) || !refused.contains(found.line(Int(index)))
    }
    for index in order {
      if found.isKept(Int(index)) {
        counts.incomplete += 1
        counts.doubts.unreadCells.note(found[Int(index)].detail)
      } else {
        counts.refused += 1
      }
    }
    locate(order.count) { place in
      let row = found.line(Int(order[place]))
      return rowsBefore + (part?.fileRow(row) ?? row)
    } row: { place in
      let row = found[Int(order[place])]
      let keyed = keys?.keyed(row) ?? row
      return part?.keyed(keyed) ?? keyed
    }
    if let keys, let open { counts.brought = open.brought(by: keys, except: refused) }
  }

  /// Returns all rows, after adding the records with another number of fields that follow.
  ///
  /// - Parameter skippedCount: The number of all such records.
  /// - Returns: The rows.
  /// - Throws: ``StoreError`` when the rows could not be written to disk.
  func rows(skippedCount: Int) throws(StoreError) -> RefusedColumns {
    while otherWidthCount < skippedCount, let (record, row) = records?.next() {
      if row == nil { addOtherWidth(record) }
    }
    return RefusedColumns(try draft.rows())
  }

  // MARK: - Implementation

  /// Adds rows in file order, given their numbers in the file.
  private func locate(
    _ count: Int, number: (Int) -> Int, row: (Int) -> RefusedRow
  ) {
    guard input.file.text == nil else {
      for place in 0..<count { locate(row(place), inTextAt: number(place)) }
      return
    }
    guard count > 0 else { return }
    let file = input.file
    let markets = StreamMarkets(file, input.table.rowPath)
    var next = 0
    func takeNext(_ text: String) {
      var refused = row(next)
      let number = number(next)
      if refused.raw.isEmpty { refused.raw = text }
      if file.brokenLines.indices.contains(number) {
        let line = file.brokenLines[number]
        (refused.reason, refused.detail) = (RejectReason.brokenLine.rawValue, line.fault)
        refused.raw = line.text
      } else if let market = markets[number] {
        refused.detail = "market \(market): " + refused.detail
      }
      append(refused, line: number + 1)
      next += 1
    }
    // A file that was read once can be read again; a failure costs only the texts.
    let numbers = Buffer((0..<count).map { Int64(number($0)) })
    try? file.forEachRowText(of: numbers, at: input.table.rowPath, takeNext)
    while next < count { takeNext("") }
  }

  private func locate(_ row: RefusedRow, inTextAt number: Int) {
    // The first of several reasons counts.
    guard number > lastRow else { return }
    lastRow = number
    while let (record, found) = records?.next() {
      guard let found else {
        addOtherWidth(record)
        continue
      }
      guard found == number else { continue }
      var row = row
      row.raw = records!.text(record)
      return append(row, line: record.line)
    }
  }

  private func addOtherWidth(_ record: CSVRecord) {
    if asked != nil, asked?.place(of: record.line) == nil { return }
    otherWidthCount += 1
    var refused = RefusedRow(
      row: 0, .otherWidth,
      detail: "found \(record.fieldCount) fields; expected \(records!.width)")
    refused.raw = records!.text(record)
    append(refused, line: record.line)
  }

  private func append(_ row: RefusedRow, line: Int) {
    var row = row
    (row.importID, row.file, row.line) = (imported.id, imported.name, line)
    draft.append(row)
  }
}

extension ImportRows {
  /// Adds the race's key as the text of a refused row where the file has no text, as Parquet.
  func keyed(_ refused: RefusedRow) -> RefusedRow {
    guard file.text == nil, !file.kind.isJSON, let ids = table["race_id"], !ids.isNull(refused.row)
    else { return refused }
    var keyed = refused
    keyed.raw = "race_id " + ids.texts[refused.row]
    return keyed
  }
}
