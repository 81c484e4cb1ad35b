import CArrow
import Columns
import Foundation

/// The text of a CSV file (RFC 4180, UTF-8, any mark between cells), in memory or mapped.
///
/// A text without a header line gets one with the names of its form.
public struct CSVText: Sendable {
  /// The file's name in messages.
  public let file: String
  /// The text without a byte order mark, a header line first.
  public let bytes: Buffer<UInt8>
  /// The mark between cells.
  public let delimiter: UInt8
  /// The number of the header's line; 0 if the file itself has none.
  public let firstLine: Int
  /// All of the file's bytes, if it is mapped.
  let mapped: Buffer<UInt8>?

  /// Wraps a text; drops a byte order mark, and a spreadsheet's first line such as `sep=;`.
  ///
  /// - Parameters:
  ///   - file: The name in messages.
  ///   - bytes: The text, UTF-8.
  ///   - form: The mark between its cells, and its columns if it has no header line.
  /// - Throws: ``FileError`` if the text is empty or holds a NUL byte, or if its first record has
  ///   another width than the form's columns.
  public init(
    file: String, bytes: Buffer<UInt8>, _ form: TextForm = .standard
  ) throws(FileError) {
    try self.init(file: file, bytes: bytes, form, mapped: nil)
  }

  init(
    file: String, bytes: Buffer<UInt8>, _ form: TextForm, mapped: Buffer<UInt8>?
  ) throws(FileError) {
    self.file = file
    delimiter = form.delimiter
    let preamble = CSVPreamble(bytes.pointer)
    firstLine = (form.columns == nil ? 1 : 0) + (preamble.delimiter == nil ? 0 : 1)
    let text = bytes.slice(preamble.length..<bytes.count)
    guard text.count > 0 else { throw .empty(file: file) }
    try Self.checkHasNoZero(bytes, file)
    let start = text.pointer.prefix(Limits.headerBytes)
    guard text.count <= Limits.headerBytes || start.contains(where: { $0 == 0x0A || $0 == 0x0D })
    else {
      throw .malformed(
        file: "\(file):1", found: "a first line of more than \(Limits.headerBytes) bytes",
        expected: "lines of a table")
    }
    guard let columns = form.columns else {
      let capitals = form.hasCapitalNames ? Self.capitals(text, delimiter) : nil
      let changed = Self.numbered(capitals ?? text, delimiter) ?? capitals
      self.bytes = changed ?? text
      self.mapped = changed == nil ? mapped : nil
      return
    }
    self.mapped = nil
    var records = CSVRecords(text, delimiter: delimiter)
    let width = records.next()?.fieldCount ?? columns.count
    guard width == columns.count else {
      throw .otherForm(
        file: file, found: "\(width) cells in the first line",
        expected: "\(columns.count), as many as the mapping has columns", option: "other columns")
    }
    self.bytes = Buffer(Self.header(columns, delimiter) + text.pointer)
  }

  /// Returns the names in the header line.
  ///
  /// - Returns: The names, in file order.
  /// - Throws: ``FileError`` if there is no header, a name appears twice, or text follows a closing
  ///   quote.
  public func columnNames() throws(FileError) -> [String] {
    var records = CSVRecords(self)
    guard let header = records.next() else { throw .empty(file: file) }
    guard String(validating: bytes.pointer[header.bytes], as: UTF8.self) != nil else {
      throw .otherForm(
        file: file, found: "a header line in another encoding", expected: "UTF-8",
        option: "encoding: windows-1252")
    }
    let names = records.fields(header)
    if names.count == 1, let mark = otherMark(in: names[0]), !isNote(names[0], mark, above: records)
    {
      let shown = Self.shown(mark)
      throw .otherForm(
        file: file, found: "a header line whose names are between \(shown)",
        expected: "\(Self.shown(delimiter)) between them", option: "another delimiter")
    }
    // A line of one cell may be a note, which begins with a title in quotes.
    if names.count > 1 || names[0].utf8.contains(0x0A) {
      try checkQuotes(upTo: header.bytes.upperBound)
    }
    try refuseRepeats(names)
    return names
  }

  /// Reads some columns as text.
  ///
  /// - Parameters:
  ///   - columns: Column names from the header.
  ///   - threads: The maximum number of threads.
  ///   - progress: Receives the number of bytes parsed.
  /// - Returns: The rows; records of another width than the header's are counted, not read.
  /// - Throws: ``FileError`` for malformed text.
  public func read(
    columns: [String], threads: Int, progress: @escaping ByteProgress = { _, _ in }
  ) throws(FileError) -> SourceRows {
    // Given no columns, Arrow would read all and guess their types.
    guard !columns.isEmpty else {
      let first = Array(try columnNames().prefix(1))
      return try read(columns: first, threads: threads, progress: progress).withoutColumns
    }
    // Arrow would take a byte order mark within the text as part of a cell.
    let marks = innerMarks
    guard marks.isEmpty else {
      return try without(marks).read(columns: columns, threads: threads, progress: progress)
    }
    try checkLengths(ofLines: 2)
    // Arrow treats only blank lines after a header as a damaged file.
    guard CSVRecords(self).dropFirst().contains(where: { _ in true }) else {
      return SourceRows(tables: [], skippedCount: 0)
    }
    let text = bytes.pointer
    let isQuoted = memchr(text.baseAddress!, 0x22, text.count) != nil
    if isQuoted { try checkQuotes() }
    let rows: SourceRows
    do throws(WallError) {
      rows = try read(columns, isQuoted: isQuoted, threads: threads, Self.blockLength, progress)
    } catch {
      try checkLengths()
      let found = error.message
      // A block that fits a long line takes longer to read and more memory.
      guard (try? checkLengths(upTo: Self.blockLength)) == nil,
        let long = try? read(
          columns, isQuoted: isQuoted, threads: threads, Limits.lineBytes, progress)
      else { throw .malformed(file: file, found: found, expected: "a CSV file") }
      rows = long
    }
    if isQuoted { try checkLines(rows.rowCount + rows.skippedCount) }
    return rows
  }

  // MARK: - Implementation

  /// The length of the blocks that Arrow's reader takes, in bytes.
  private static let blockLength = 8 << 20

  /// Rejects a first line that names two columns alike: it may be a title, or a row.
  private func refuseRepeats(_ names: [String]) throws(FileError) {
    var seen: Set<String> = []
    guard let twice = names.first(where: { !seen.insert($0).inserted }) else { return }
    let found = twice.isEmpty ? "several cells without a name" : "the column \(twice) twice"
    throw .malformed(
      file: file, found: found + " in the first line",
      expected: "each column name once, or columns: in the mapping for a file without a header line"
    )
  }

  private func read(
    _ columns: [String], isQuoted: Bool, threads: Int, _ blockLength: Int,
    _ progress: @escaping ByteProgress
  ) throws(WallError) -> SourceRows {
    let text = bytes.pointer
    var skipped: Int64 = 0
    var stream = ArrowArrayStream()
    try withCStrings(columns) { names throws(WallError) in
      try withWatch(progress) { watch throws(WallError) in
        try wallCall {
          rb_csv_read(
            text.baseAddress!, Int64(text.count), CChar(delimiter), isQuoted ? 1 : 0,
            Int32(blockLength), Int32(threads), names, Int64(columns.count), watch, &stream,
            &skipped, $0)
        }
      }
    }
    return SourceRows(tables: try ArrowStream(stream).rest(), skippedCount: Int(skipped))
  }
}

/// Concatenated files, each with a byte order mark and a header line.
extension CSVText {
  /// The byte order mark of UTF-8.
  package static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The bytes of the header line.
  var header: Range<Int>? {
    var records = CSVRecords(bytes, delimiter: delimiter)
    return records.next()?.bytes
  }

  /// The places of byte order marks that begin a line within the text; marks in a cell's quotes are
  /// letters.
  private var innerMarks: [Int] {
    let text = bytes.pointer
    var places: [Int] = []
    var quotes = QuoteState(delimiter: delimiter)
    var (next, walked) = (0, 0)
    while let place = Self.innerMark(in: text, from: next) {
      next = place + Self.mark.count
      while walked < place {
        let endsLine = text[walked] == UInt8(ascii: "\n") || text[walked] == UInt8(ascii: "\r")
        if endsLine, !quotes.isOpen {
          quotes = QuoteState(delimiter: delimiter)
        } else {
          quotes.take(text[walked])
        }
        walked += 1
      }
      guard !quotes.isOpen else { continue }
      places.append(place)
      walked = next
    }
    return places
  }

  /// Returns the place of the next byte order mark that begins a line; nil for none.
  static func innerMark(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let base = text.baseAddress else { return nil }
    var next = start
    // Safety: `memchr` looks at the bytes from `next` on, and `place` lies among them.
    while next < text.count, let found = memchr(base + next, 0xEF, text.count - next) {
      let place = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      if place == 0 || text[place - 1] == UInt8(ascii: "\n"), text[place...].starts(with: mark) {
        return place
      }
      next = place + 1
    }
    return nil
  }

  /// Returns the text without such marks; a header line after one becomes a blank line, so that all
  /// lines keep their numbers.
  private func without(_ marks: [Int]) throws(FileError) -> CSVText {
    let text = bytes.pointer
    let header = header.map { text[$0] } ?? text[0..<0]
    var out: [UInt8] = []
    out.reserveCapacity(text.count)
    var next = 0
    for place in marks {
      out += text[next..<place]
      next = place + Self.mark.count
      if CSVRecords.isLine(header, at: next, of: text) {
        next += header.count
      } else {
        try refuseOtherOrder(at: next)
      }
    }
    out += text[next...]
    return try CSVText(file: file, bytes: Buffer(out), TextForm(delimiter: delimiter))
  }

  /// Rejects a later header line with the same names in another order: its rows would be read in
  /// the order of the first.
  private func refuseOtherOrder(at start: Int) throws(FileError) {
    var records = CSVRecords(bytes.slice(start..<bytes.count), delimiter: delimiter)
    let names = try columnNames()
    guard let record = records.next(), record.fieldCount == names.count else { return }
    let found = records.fields(record)
    guard found != names, Set(found) == Set(names) else { return }
    let line = firstLine + bytes.pointer[..<start].count { $0 == UInt8(ascii: "\n") }
    throw .malformed(
      file: "\(file):\(line)", found: "the header line \(FileError.listed(found))",
      expected: "the order of the first one: \(FileError.listed(names))")
  }

  /// Whether a first line of one cell is a note: most lines below have more cells than another mark
  /// would make of the note, or the first of them lacks that mark, as column names do whose numbers
  /// have decimal commas.
  private func isNote(_ line: String, _ mark: UInt8, above records: CSVRecords) -> Bool {
    let below = Array(records.prefix(100))
    guard let most = TextForm.usualWidth(below.map(\.fieldCount)), most > 1,
      let first = below.first(where: { $0.fieldCount == most })
    else { return false }
    return most > 1 + line.utf8.count { $0 == mark } || !bytes.pointer[first.bytes].contains(mark)
  }

  /// Returns another possible mark between cells that a text has; nil if there is none.
  private func otherMark(in text: String) -> UInt8? {
    TextForm.delimiters.utf8.first { $0 != delimiter && text.utf8.contains($0) }
  }

  private static func shown(_ delimiter: UInt8) -> String {
    switch delimiter {
    case UInt8(ascii: ","): "commas"
    case UInt8(ascii: "\t"): "tabs"
    case UInt8(ascii: ";"): "semicolons"
    default: "bars"
    }
  }

  /// Returns a text whose header line has ASCII capitals for small letters; nil if the line has no
  /// small letters.
  private static func capitals(_ text: Buffer<UInt8>, _ delimiter: UInt8) -> Buffer<UInt8>? {
    var records = CSVRecords(text, delimiter: delimiter)
    let small = UInt8(ascii: "a")...UInt8(ascii: "z")
    guard let header = records.next()?.bytes, text.pointer[header].contains(where: small.contains)
    else { return nil }
    return Buffer(
      text.pointer[..<header.upperBound].map { small.contains($0) ? $0 - 32 : $0 }
        + text.pointer[header.upperBound...])
  }

  /// Returns a text whose header line has a number behind each further column of a name, as `odds`
  /// and `odds_2`; nil if no name occurs twice, or if one that does is empty or a number, as in a
  /// title or a row.
  private static func numbered(_ text: Buffer<UInt8>, _ delimiter: UInt8) -> Buffer<UInt8>? {
    var records = CSVRecords(text, delimiter: delimiter)
    guard let header = records.next() else { return nil }
    var names = records.fields(header)
    var taken = Set(names)
    guard taken.count < names.count else { return nil }
    var seen: Set<String> = []
    for (place, name) in names.enumerated() where !seen.insert(name).inserted {
      guard name.contains(where: \.isLetter), !name.contains("\u{FFFD}") else { return nil }
      var number = 2
      while taken.contains("\(name)_\(number)") { number += 1 }
      names[place] = "\(name)_\(number)"
      taken.insert(names[place])
    }
    var line = Self.header(names, delimiter)
    line.removeLast()
    return Buffer(line + text.pointer[header.bytes.upperBound...])
  }

  /// Writes a header line.
  private static func header(_ columns: [String], _ delimiter: UInt8) -> [UInt8] {
    // Without quotes, the rows can be read in place.
    var line: [UInt8] = []
    for (index, name) in columns.enumerated() {
      if index > 0 { line.append(delimiter) }
      if name.isEmpty {
        line += [0x22, 0x22]
      } else {
        CSVCell.append(name, delimiter: delimiter, to: &line)
      }
    }
    return line + [0x0A]
  }
}
