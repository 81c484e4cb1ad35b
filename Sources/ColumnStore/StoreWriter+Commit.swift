import Columns
import Foundation
import TabularFiles

extension StoreWriter {
  /// Makes all changes visible at once, durably.
  ///
  /// - Parameter threads: How many files may be written at a time.
  /// - Throws: ``StoreError`` when the disk refuses; the store then is as before.
  public func commit(threads: Int = 1) throws(StoreError) {
    for (name, encoder) in encoders.sorted(by: { $0.key < $1.key }) {
      try append(encoder, to: name)
    }
    try writeWaiting(threads: threads)
    try seal(threads: threads)
    try writeLog()
    manifest.generation += 1
    try manifest.write(store: store)
    if manifest.generation == 1 { try lock.note(firstCommit: false) }
    newFiles = []
    newRows = [:]
    newSums = [:]
    newArchiveFiles = []
    encoders = [:]
    before = try Snapshot(store: store, manifest: manifest, tables: nil, after: before)
    // The old state's files are dead now; snapshots that map them keep what they need.
    try Self.removeDeadFiles(store, keeping: manifest)
  }

  // MARK: - Implementation

  /// Writes a dictionary's new names as one more part.
  ///
  /// Trailing parts no larger than twice the addition are merged into it, so parts stay few and an
  /// append costs what it adds.
  private func append(_ encoder: DictionaryEncoder, to name: String) throws(StoreError) {
    guard encoder.count > encoder.storedCount else { return }
    var parts = manifest.dictionaries[name] ?? []
    var first = encoder.storedCount
    while let last = parts.last, last.count <= 2 * (encoder.count - first) {
      first = last.first
      parts.removeLast()
    }
    let names = encoder.names(from: first)
    let codes = (first..<encoder.count).map { Int32($0) }
    let file = "dictionaries/\(name).\(nextVersion()).arrow"
    try DurableFile.makeFolder(store + "/dictionaries")
    newSums[file] = try Self.write(
      Table([
        ("code", Column(.int32, .int32(Buffer(codes)))), ("name", Column(.text, .text(names))),
      ]), to: store + "/" + file)
    newFiles.insert(file)
    parts.append(.init(file: file, first: first, count: codes.count))
    manifest.dictionaries[name] = parts
  }

  /// Syncs the new files and notes their checksums.
  private func seal(threads: Int) throws(StoreError) {
    newFiles.formIntersection(manifest.files)
    for file in newArchiveFiles { try DurableFile.sync(store + "/" + file) }
    let (store, files) = (store, newFiles.sorted())
    let synced = ParallelTasks.map(count: files.count, threads: threads) { index in
      Result { () throws(StoreError) in try DurableFile.sync(store + "/" + files[index]) }
    }
    for outcome in synced { try outcome.get() }
    for index in manifest.segments.indices {
      guard let sum = newSums[manifest.segments[index].file] else { continue }
      manifest.segments[index].seal(sum)
    }
    for (name, parts) in manifest.dictionaries {
      for index in parts.indices {
        guard let sum = newSums[parts[index].file] else { continue }
        manifest.dictionaries[name]![index].seal(sum)
      }
    }
    // A file is found again after a power loss only when every folder above it is synced too.
    let own = Set(newFiles.map { ($0 as NSString).deletingLastPathComponent })
    let archive: Set<String> = manifest.archive.isEmpty ? [] : ["archive"]
    let parents = Set(own.map { ($0 as NSString).deletingLastPathComponent }).subtracting([""])
    for folder in own.union(archive).union(parents).sorted() {
      try DurableFile.sync(store + "/" + folder)
    }
  }
}
