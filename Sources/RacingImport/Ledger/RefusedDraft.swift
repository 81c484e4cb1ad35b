import ColumnStore
import Columns
import Racing
import SystemFiles

/// Refused rows on their way into the store, in the layout of the `rejects` table.
///
/// The last of them are in memory; beyond a bound the others lie in files whose names are gone
/// already, so that nothing is left of them however the process ends. Before rows are located,
/// their line is the place among the rows that were read.
final class RefusedDraft {
  /// Bytes in memory, about a hundred thousand rows; beyond that they go to disk.
  static let bound = 16 << 20

  /// The number of rows.
  private(set) var count = 0
  /// The number of rows by reason.
  private(set) var reasons: [String: Int] = [:]

  private let writer: StoreWriter
  private let bound: Int
  private let longest: Int
  private var ids = ValueDraft<Int32>()
  private var lines = ValueDraft<Int64>()
  private var texts = RefusedColumns.texts.map { _ in TextDraft() }

  /// Makes a list without rows.
  ///
  /// - Parameters:
  ///   - writer: The writer whose store has the files.
  ///   - bound: The number of bytes in memory.
  ///   - longest: The number of bytes that a column of text holds.
  init(
    _ writer: StoreWriter, bound: Int = RefusedDraft.bound, longest: Int = Int(Int32.max)
  ) {
    (self.writer, self.bound, self.longest) = (writer, bound, longest)
  }

  /// Whether some rows are on disk.
  var isOnDisk: Bool { lines.isOnDisk }

  /// Adds a row.
  ///
  /// - Parameter row: The row; its number is its line while it has none.
  /// - Throws: ``StoreError`` `.io` when the disk is full, `.tooMuch` for more than a segment
  ///   holds.
  func append(_ row: RefusedRow) throws(StoreError) {
    ids.append(Int32(row.importID))
    lines.append(Int64(row.line))
    for (index, text) in [row.file, row.reason, row.detail, row.raw, row.key].enumerated() {
      guard texts[index].append(text, upTo: longest) else {
        // Segments are by the month of the import.
        throw .tooMuch(
          store: writer.store,
          found: "more than \(longest) bytes of \(RefusedColumns.texts[index]) among this month's "
            + "refused rows of all imports",
          expected: "less: undo an import that refused most of its rows, or mend its mapping")
      }
    }
    count += 1
    reasons[row.reason, default: 0] += 1
    let inMemory = texts.reduce(ids.bytesInMemory + lines.bytesInMemory) { $0 + $1.bytesInMemory }
    if inMemory > bound { try moveToDisk() }
  }

  /// Returns the rows; none may be added afterwards.
  ///
  /// - Throws: ``StoreError`` `.io` when the disk refuses them.
  func rows() throws(StoreError) -> Table {
    if isOnDisk { try moveToDisk() }
    var named: [(name: String, column: Column)] = [
      ("import_id", Column(.int32, .int32(try ids.values()))), ("file", try texts[0].column()),
      ("line", Column(.int64, .int64(try lines.values()))),
    ]
    for (name, text) in zip(RefusedColumns.texts, texts).dropFirst() {
      named.append((name, try text.column()))
    }
    return Table(named)
  }

  // MARK: - Implementation

  private func moveToDisk() throws(StoreError) {
    try ids.moveToDisk(writer)
    try lines.moveToDisk(writer)
    for index in texts.indices { try texts[index].moveToDisk(writer) }
  }
}

/// The columns of refused rows, looked up once for many rows.
struct RefusedColumns: RandomAccessCollection {
  /// The names of the columns of text.
  static let texts = ["file", "reason", "detail", "raw", "key"]

  private let ids: Buffer<Int32>
  private let lines: Buffer<Int64>
  private let texts: [TextBuffer?]

  /// Takes the rows of a `rejects` table; one without rows may lack the columns.
  init(_ table: Table) {
    ids = table["import_id"]?.int32s ?? Buffer([])
    lines = table["line"]?.int64s ?? Buffer([])
    texts = Self.texts.map { table[$0]?.texts }
  }

  var startIndex: Int { 0 }

  var endIndex: Int { lines.count }

  /// Returns a row's line.
  func line(_ row: Int) -> Int { Int(lines[row]) }

  /// The row at an index.
  subscript(row: Int) -> RefusedRow {
    func text(_ index: Int) -> String { texts[index]?[row] ?? "" }
    return RefusedRow(
      importID: Int(ids[row]), file: text(0), line: Int(lines[row]), reason: text(1),
      detail: text(2), raw: text(3), key: text(4))
  }
}

/// The values of a column in the making: the last in memory, the others on disk, if any.
private struct ValueDraft<Element: BitwiseCopyable & Sendable> {
  private(set) var count = 0
  private var memory: [Element] = []
  private var file: OpenFile?

  var isOnDisk: Bool { file != nil }

  var bytesInMemory: Int { memory.count * MemoryLayout<Element>.stride }

  mutating func append(_ value: Element) {
    memory.append(value)
    count += 1
  }

  mutating func append(contentsOf values: some Collection<Element>) {
    memory.append(contentsOf: values)
    count += values.count
  }

  mutating func moveToDisk(_ writer: StoreWriter) throws(StoreError) {
    guard !memory.isEmpty else { return }
    let file = if let file { file } else { try writer.unnamedFile(of: RacingTables.rejects) }
    self.file = file
    let place = (count - memory.count) * MemoryLayout<Element>.stride
    do throws(SystemError) {
      try memory.withUnsafeBytes { bytes in
        Result { () throws(SystemError) in try file.write(bytes, at: place) }
      }.get()
    } catch {
      throw .io(file: error.path, reason: error.reason)
    }
    memory.removeAll(keepingCapacity: true)
  }

  func values() throws(StoreError) -> Buffer<Element> {
    guard let file, count > 0 else { return Buffer(memory) }
    do throws(SystemError) {
      let mapping = try FileMapping(file)
      // Safety: the file has as many values, and the buffer keeps it mapped.
      let start = mapping.bytes.baseAddress!.assumingMemoryBound(to: Element.self)
      return Buffer(borrowing: start, count: count, owner: mapping)
    } catch {
      throw .io(file: error.path, reason: error.reason)
    }
  }
}

/// The texts of a column in the making.
private struct TextDraft {
  private var offsets = ValueDraft<Int32>()
  private var bytes = ValueDraft<UInt8>()

  init() { offsets.append(0) }

  var bytesInMemory: Int { offsets.bytesInMemory + bytes.bytesInMemory }

  /// Adds a text; false where the column would be too long.
  mutating func append(_ text: String, upTo longest: Int) -> Bool {
    bytes.append(contentsOf: text.utf8)
    guard bytes.count <= longest else { return false }
    offsets.append(Int32(bytes.count))
    return true
  }

  mutating func moveToDisk(_ writer: StoreWriter) throws(StoreError) {
    try offsets.moveToDisk(writer)
    try bytes.moveToDisk(writer)
  }

  func column() throws(StoreError) -> Column {
    Column(.text, .text(TextBuffer(offsets: try offsets.values(), bytes: try bytes.values())))
  }
}
