import ColumnStore
import Columns
import RacingImport
import TabularFiles

/// A table that another module might make of imported files: their sizes.
struct FileSizes: DerivedTables {
  private var ids: [Int64] = []
  private var sizes: [Int64] = []

  var tableNames: [String] { ["file_sizes"] }

  static func reading(of file: SourceFile, _ imported: ImportedFile, threads: Int)
    -> (id: Int, size: Int)?
  {
    (imported.id, file.byteCount)
  }

  mutating func add(_ reading: (id: Int, size: Int)) {
    ids.append(Int64(reading.id))
    sizes.append(Int64(reading.size))
  }

  func write(to writer: StoreWriter) throws(StoreError) {
    try writer.replace(
      "file_sizes", Month(202_401),
      with: Table([("import_id", Column(int64s: ids)), ("bytes", Column(int64s: sizes))]))
  }
}
