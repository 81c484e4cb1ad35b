import Columns

/// Rows held back, so that a month that several imports of one commit change is written once.
extension StoreWriter {
  /// The maximum number of rows held back.
  private static let mostRowsWaiting = 1 << 21

  /// Holds a new file's rows until the commit, or until there are too many.
  func hold(_ rows: Table, for file: String) throws(StoreError) {
    newFiles.insert(file)
    newRows[file] = rows
    waiting[file] = rows.rowCount
    if waiting.values.reduce(0, +) > Self.mostRowsWaiting { try writeWaiting(threads: 1) }
  }

  /// Writes all files held back.
  ///
  /// - Parameter threads: The maximum number written at a time.
  /// - Throws: ``StoreError`` if one cannot be written.
  func writeWaiting(threads: Int) throws(StoreError) {
    let files = waiting.keys.sorted()
    for folder in Set(files.map { $0[..<$0.lastIndex(of: "/")!] }) {
      try DurableFile.makeUnsyncedFolder(store + "/" + folder)
    }
    let (store, rows) = (store, files.map { newRows[$0]! })
    let written = ParallelTasks.map(count: files.count, threads: threads) { index in
      Result { () throws(StoreError) in
        try Self.write([rows[index]], to: [files[index]], in: store)
      }
    }
    for outcome in written {
      for file in try outcome.get() {
        newSums[file!.file] = file!.sum
        newParts[file!.file] = file!.parts
      }
    }
    // Release the memory; later readers map the files.
    for file in files { newRows[file] = nil }
    waiting = [:]
  }
}
