import Columns
import RowReading
import TabularFiles

/// Finds the places of a file's refused rows: their lines and texts.
struct RefusedPlaces {
  let file: SourceFile
  /// The path of a JSON document's rows.
  let rowPath: RowPath
  /// The file's rows that were read; nil for all.
  var selection: RowSelection?

  /// Locates refused rows, and adds the records with another number of fields.
  ///
  /// Lines count from the header as 1; rows of files that are not CSV count from 1.
  ///
  /// - Parameters:
  ///   - rejects: Rows of the file, in their order.
  ///   - skippedCount: The number of records with another number of fields than the header.
  ///   - take: Receives each row.
  func locate(_ rejects: RefusedColumns, _ skippedCount: Int, _ take: (RefusedRow) -> Void) {
    guard !rejects.isEmpty || skippedCount > 0 else { return }
    guard let text = file.text else { return locateInOrder(rejects, take) }
    var next = 0
    var asked = selection.map { LineWalk($0.lines) }
    let records = RowRecords(text)
    for (record, row) in records {
      var refused: RefusedRow
      if let row {
        guard next < rejects.count, rejects.line(next) == row else { continue }
        refused = rejects[next]
        // The first of several reasons counts.
        repeat { next += 1 } while next < rejects.count && rejects.line(next) == row
      } else {
        if asked != nil, asked?.place(of: record.line) == nil { continue }
        refused = RefusedRow(
          row: 0, .otherWidth,
          detail: "found \(record.fieldCount) fields; expected \(records.width)")
      }
      refused.line = record.line
      refused.raw = records.text(record)
      take(refused)
    }
  }

  // MARK: - Implementation

  private func locateInOrder(_ rejects: RefusedColumns, _ take: (RefusedRow) -> Void) {
    let markets = StreamMarkets(file, rowPath)
    var next = 0
    func takeNext(_ text: String) {
      var refused = rejects[next]
      let row = refused.row
      refused.line = row + 1
      if refused.raw.isEmpty { refused.raw = text }
      if file.brokenLines.indices.contains(row) {
        let line = file.brokenLines[row]
        (refused.reason, refused.detail) = (RejectReason.brokenLine.rawValue, line.fault)
        refused.raw = line.text
      } else if let market = markets[row] {
        refused.detail = "market \(market): " + refused.detail
      }
      take(refused)
      next += 1
    }
    // A file that was read once can be read again; a failure costs only the texts.
    try? file.forEachRowText(of: rejects.lines, at: rowPath, takeNext)
    while next < rejects.count { takeNext("") }
  }
}

/// The markets of a stream's rows; a row's text names only a runner.
private struct StreamMarkets {
  private let ids: [Column]

  init(_ file: SourceFile, _ rowPath: RowPath) {
    // A market's id is a member of the object under its type.
    let types = Set((file.form.lines?.kinds ?? []).compactMap { $0.split(separator: "/").last })
    let names = types.sorted().map { "../\($0)/id" }
    guard !names.isEmpty,
      let rows = try? file.read(columns: names, rows: rowPath, threads: 1), rows.rowCount > 0
    else {
      ids = []
      return
    }
    let all = Table.concatenated(rows.tables)
    ids = names.compactMap { all[$0] }
  }

  /// Returns the id of a row's market; nil for none.
  subscript(row: Int) -> String? {
    ids.first { row < $0.count && !$0.isNull(row) }
      .map { String(decoding: $0.cellText(row), as: UTF8.self) }
  }
}

extension SourceTable {
  /// Adds the race's key as the text of a refused row where the file has no text, as Parquet.
  func keyed(_ refused: RefusedRow) -> RefusedRow {
    guard file.text == nil, !file.kind.isJSON, let ids = rows["race_id"], !ids.isNull(refused.row)
    else { return refused }
    var keyed = refused
    keyed.raw = "race_id " + ids.texts[refused.row]
    return keyed
  }
}
