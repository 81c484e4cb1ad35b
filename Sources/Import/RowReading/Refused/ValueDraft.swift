import ColumnStore
import Columns
import Racing
import SystemFiles

/// The values of a column under construction: the last in memory, the others on disk, if any.
struct ValueDraft<Element: BitwiseCopyable & Sendable> {
  private(set) var count = 0
  private var memory: [Element] = []
  private var file: OpenFile?

  /// Whether some values are on disk.
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

  /// Appends the values in memory to those on disk, in an unnamed file.
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

  /// Returns the values; if some are on disk, all must be.
  func values() throws(StoreError) -> Buffer<Element> {
    guard let file, count > 0 else { return Buffer(memory) }
    precondition(memory.isEmpty, "the last values are on disk too")
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

/// The texts of a column under construction.
struct TextDraft {
  private var offsets = ValueDraft<Int32>()
  private var bytes = ValueDraft<UInt8>()

  init() { offsets.append(0) }

  var bytesInMemory: Int { offsets.bytesInMemory + bytes.bytesInMemory }

  /// Adds a text; false if the column would be too long.
  mutating func append(_ text: String, upTo longest: Int) -> Bool {
    guard bytes.count + text.utf8.count <= longest else { return false }
    bytes.append(contentsOf: text.utf8)
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
