import Columns
import RowReading
import TabularFiles

/// The rows without a key that a later file of the same name has corrected.
///
/// A key identifies a row on any line. A row without a key is identified by its file's name, its
/// line and its text: three quarters of the text, without quotes, must be at the beginning and end
/// of the line. The file must be the earlier one again: at least half of the rows that the earlier
/// one stored are stored already. If the earlier one stored none, all of the refused text must be
/// there: it was cut off, or something was inserted. Lines of a stream have no lasting numbers, but
/// each begins with a different time, so their first bytes identify them.
struct MendedRows {
  /// The file that may contain them.
  let file: SourceFile
  /// The path of a JSON document's rows.
  let rowPath: RowPath
  /// The lines of its refused rows, ascending.
  let refused: Buffer<Int64>

  /// Finds rows that the file has corrected and that are accepted now.
  ///
  /// - Parameters:
  ///   - open: The rows that the source's imports refuse.
  ///   - imported: The file's import.
  /// - Returns: The places of the open rows.
  func places(among open: OpenRefusals, of imported: ImportedFile) -> RowSet {
    var found = RowSet()
    for (file, rows, keyless, start) in open.keyless(of: imported.name, imported.table) {
      let known = imported.duplicates + imported.replaced
      guard known * 2 >= file.stored else { continue }
      let share = file.stored == 0 ? 1 : Self.share
      for row in mended(rows, keyless, share) { found.insert(start + row) }
    }
    return found
  }

  /// Whether a text is another one corrected in one place.
  ///
  /// - Parameters:
  ///   - text: The corrected text.
  ///   - broken: The earlier text.
  ///   - share: The share of the earlier text that must be at the beginning and end of the new one.
  /// - Returns: Whether it is.
  static func isMended(
    _ text: some BidirectionalCollection<UInt8>, from broken: some BidirectionalCollection<UInt8>,
    share: Double = share
  ) -> Bool {
    let begin = zip(text, broken).prefix { $0 == $1 }.count
    let rest = min(broken.count, text.count) - begin
    let end = zip(text.reversed(), broken.reversed()).prefix(rest).prefix { $0 == $1 }.count
    return Double(begin + end) >= share * Double(broken.count)
  }

  // MARK: - Implementation

  /// Number of bytes that identify a line of a stream.
  private static let beginLength = 64
  /// The share of a text that stays when it is corrected.
  private static let share = 0.75
  private static let quote = UInt8(ascii: "\"")

  private func mended(_ rows: RefusedColumns, _ keyless: [Int], _ share: Double) -> [Int] {
    if let text = file.text { return mended(rows, keyless, in: text, share) }
    let broken = keyless.filter(rows.isBrokenLine)
    if !broken.isEmpty { return mendedLines(rows, broken, share) }
    // A stream numbers its rows behind its broken lines, so their numbers do not last.
    return file.form.lines == nil ? mendedObjects(rows, keyless, share) : []
  }

  /// Finds rows in a CSV text.
  private func mended(
    _ rows: RefusedColumns, _ keyless: [Int], in text: CSVText, _ share: Double
  ) -> [Int] {
    var found: [Int] = []
    var asked = LineWalk(Buffer(keyless.map { Int64(rows.line($0)) }))
    var refused = LineWalk(refused)
    for (record, row) in RowRecords(text) {
      guard row != nil, let place = asked.place(of: record.line),
        refused.place(of: record.line) == nil
      else { continue }
      // Safety: a record's bytes are within the text.
      let mended = text.bytes.pointer[record.bytes].filter { $0 != Self.quote }
      let broken = rows.raw(keyless[place]).filter { $0 != Self.quote }
      if Self.isMended(mended, from: broken, share: share) { found.append(keyless[place]) }
    }
    return found
  }

  /// Finds rows of a JSON file.
  private func mendedObjects(
    _ rows: RefusedColumns, _ keyless: [Int], _ share: Double
  ) -> [Int] {
    var walk = LineWalk(refused)
    let asked = keyless.filter { walk.place(of: rows.line($0)) == nil }
    let ordinals = Buffer(asked.map { Int64(rows.line($0) - 1) })
    var found: [Int] = []
    var next = 0
    // A file that was read once can be read again; on a failure the rows stay on the list.
    try? file.forEachRowText(of: ordinals, at: rowPath) { text in
      if Self.isMended(text.utf8, from: rows.raw(asked[next]), share: share) {
        found.append(asked[next])
      }
      next += 1
    }
    return found
  }

  /// Finds lines of a stream.
  private func mendedLines(
    _ rows: RefusedColumns, _ broken: [Int], _ share: Double
  ) -> [Int] {
    let stillBroken = Set(file.brokenLines.map { Array($0.text.utf8.prefix(Self.beginLength)) })
    let begins = Dictionary(grouping: broken) { Array(rows.raw($0).prefix(Self.beginLength)) }
    let lengths = Set(begins.keys.map(\.count))
    var found: [Int] = []
    try? file.forEachLine { line in
      guard !stillBroken.contains(Array(line.prefix(Self.beginLength))) else { return }
      for length in lengths {
        let alike = begins[Array(line.prefix(length))] ?? []
        found += alike.filter { Self.isMended(line, from: rows.raw($0), share: share) }
      }
    }
    return found
  }
}
