import Columns

/// Syncs files to disk and computes their checksums, several at a time.
struct SealedFiles {
  let sums: [String: (hex: String, bytes: Int)]

  /// Syncs files.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - files: The files, relative to it.
  ///   - known: Checksums that were computed when files were written.
  ///   - threads: How many files may be read at a time.
  /// - Throws: ``StoreError`` `.io`.
  init(
    store: String, files: [String], known: [String: (hex: String, bytes: Int)] = [:], threads: Int
  ) throws(StoreError) {
    let outcomes = ParallelTasks.map(count: files.count, threads: threads) { index in
      Result { () throws(StoreError) in
        let path = store + "/" + files[index]
        var sum = known[files[index]]
        if sum == nil { sum = try Checksum.ofFile(path) }
        try DurableFile.sync(path)
        return sum!
      }
    }
    var sums: [String: (hex: String, bytes: Int)] = [:]
    for (file, outcome) in zip(files, outcomes) { sums[file] = try outcome.get() }
    self.sums = sums
  }
}
