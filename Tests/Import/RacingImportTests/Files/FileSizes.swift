import ColumnStore
import Columns
import ImportHistory
import StoreImport
import TabularFiles

/// A table that another module might make of imported files: their sizes.
struct FileSizes: DerivedTables {
  private var ids: [Int64] = []
  private var sizes: [Int64] = []

  var tableNames: [String] { ["file_sizes"] }

  static func concern(_ imported: ImportedFile) -> Bool { true }

  static func read(_ part: JSONPart, of file: String) -> Never? { nil }

  static func reading(_ parts: [Never?], of imported: ImportedFile) -> (id: Int, size: Int) {
    (imported.id, imported.bytes)
  }

  mutating func add(_ reading: (id: Int, size: Int)) {
    ids.append(Int64(reading.id))
    sizes.append(Int64(reading.size))
  }

  func write(to writer: StoreWriter, threads: Int) throws(StoreError) {
    try writer.replace(
      "file_sizes", Month(202_401),
      with: Table([("import_id", Column(int64s: ids)), ("bytes", Column(int64s: sizes))]))
  }
}
