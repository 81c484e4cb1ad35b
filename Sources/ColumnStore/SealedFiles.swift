import Columns

/// Syncs files to disk and computes their checksums, several at a time.
struct SealedFiles {
  let sums: [String: (hex: String, bytes: Int)]

  init(store: String, files: [String], threads: Int) throws(StoreError) {
    let outcomes = ParallelTasks.map(count: files.count, threads: threads) { index in
      Result { () throws(StoreError) in
        let path = store + "/" + files[index]
        let sum = try Checksum.ofFile(path)
        try DurableFile.sync(path)
        return sum
      }
    }
    var sums: [String: (hex: String, bytes: Int)] = [:]
    for (file, outcome) in zip(files, outcomes) { sums[file] = try outcome.get() }
    self.sums = sums
  }
}
