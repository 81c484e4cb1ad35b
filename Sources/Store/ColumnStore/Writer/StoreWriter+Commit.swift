import Columns
import Foundation
import TabularFiles

extension StoreWriter {
  /// Makes all changes visible at once, durably.
  ///
  /// - Parameters:
  ///   - threads: The maximum number of files written at a time.
  ///   - isLast: Whether the writer is not used afterwards: the new state is then not opened.
  /// - Throws: ``StoreError`` if the disk refuses, or `.tooMuch` if a dictionary has more than
  ///   2 GiB of names; the store is then unchanged. After `.stored` all changes are visible, and
  ///   the writer cannot be used again.
  public func commit(threads: Int = 1, isLast: Bool = false) throws(StoreError) {
    precondition(!isDone, "a writer that is used after its end")
    if let full = encoders.filter({ $0.value.isFull }).keys.min() {
      throw .tooMuch(
        store: store, found: "more than 2 GiB of names and keys in the dictionary \(full)",
        expected: "less, such as shorter keys or several stores")
    }
    try writeWaiting(threads: threads)
    var additions: [DictionaryAddition] = []
    for (name, encoder) in encoders.sorted(by: { $0.key < $1.key }) {
      if let addition = addition(of: encoder, to: name) { additions.append(addition) }
    }
    try writeLog()
    try seal(with: additions, threads: threads)
    do { try publish() } catch {
      // Either state may be found after a power failure: the files of both stay.
      if case .stored = error { hasDrafts = false }
      throw error
    }
    hasDrafts = false
    do { try cleanUp(isLast: isLast) } catch { throw error.afterCommit }
  }

  /// Makes the new manifest the store's.
  ///
  /// - Throws: ``StoreError`` as ``Manifest/write(store:ready:)``.
  func publish() throws(StoreError) {
    manifest.generation += 1
    try manifest.write(store: store) { () throws(StoreError) in
      guard isFirstCommit else { return }
      // The draft's name must be on disk before the mark that relies on it.
      try DurableFile.sync(store)
      try lock.note(.renaming)
    }
    guard isFirstCommit else { return }
    isFirstCommit = false
    do { try lock.note(nil) } catch { throw error.afterCommit }
  }

  // MARK: - Implementation

  /// Removes the commit's leftovers, and the files of the old state.
  private func cleanUp(isLast: Bool) throws(StoreError) {
    newFiles = []
    newRows = [:]
    newSums = [:]
    newParts = [:]
    newArchiveFiles = []
    encoders = [:]
    isDone = isLast
    if !isLast {
      before = try Snapshot(store: store, manifest: manifest, tables: nil, after: before)
    }
    // The old state's files are obsolete now; snapshots keep their mappings.
    try Self.removeDeadFiles(store, keeping: manifest)
  }

  /// Prepares a dictionary's new names as one more part, and adds it to the manifest.
  ///
  /// Trailing parts up to twice the size of the addition are merged into it, so there are few
  /// parts, and an append costs about what it adds.
  private func addition(of encoder: DictionaryEncoder, to name: String) -> DictionaryAddition? {
    guard encoder.count > encoder.storedCount else { return nil }
    var parts = manifest.dictionaries[name] ?? []
    var first = encoder.storedCount
    while let last = parts.last, last.count <= 2 * (encoder.count - first) {
      first = last.first
      parts.removeLast()
    }
    let file = "dictionaries/\(name).\(nextVersion()).arrow"
    newFiles.insert(file)
    let count = encoder.count - first
    parts.append(.init(file: file, first: first, count: count))
    manifest.dictionaries[name] = parts
    return DictionaryAddition(file: file, first: first, names: encoder.names(from: first))
  }

  /// Writes dictionaries' new parts, syncs all new files and records their checksums.
  private func seal(with additions: [DictionaryAddition], threads: Int) throws(StoreError) {
    newFiles.formIntersection(manifest.files)
    for file in newArchiveFiles { try DurableFile.sync(store + "/" + file) }
    if !additions.isEmpty { try DurableFile.makeUnsyncedFolder(store + "/dictionaries") }
    // One thread writes the many names while others wait for the disk.
    let written = Set(additions.map(\.file))
    let (store, files) = (store, newFiles.subtracting(written).sorted())
    let sums = ParallelTasks.map(count: additions.count + files.count, threads: threads) { index in
      Result { () throws(StoreError) -> FileSum? in
        guard index < additions.count else {
          try DurableFile.sync(store + "/" + files[index - additions.count])
          return nil
        }
        let path = store + "/" + additions[index].file
        let sum = try Self.write(additions[index].table, to: path)
        try DurableFile.sync(path)
        return sum
      }
    }
    for (index, outcome) in sums.enumerated() {
      if let sum = try outcome.get() { newSums[additions[index].file] = sum }
    }
    for index in manifest.segments.indices {
      guard let sum = newSums[manifest.segments[index].file] else { continue }
      manifest.segments[index].seal(sum)
      manifest.segments[index].sums = newParts[manifest.segments[index].file]
    }
    for (name, parts) in manifest.dictionaries {
      for index in parts.indices {
        guard let sum = newSums[parts[index].file] else { continue }
        manifest.dictionaries[name]![index].seal(sum)
      }
    }
    // A file survives a power failure only if every folder above it is synced too.
    let own = Set(newFiles.map { ($0 as NSString).deletingLastPathComponent })
    let hasArchive = !manifest.archive.isEmpty || manifest.log != nil
    let archive: Set<String> = hasArchive ? ["archive"] : []
    let parents = Set(own.union(archive).map { ($0 as NSString).deletingLastPathComponent })
    for folder in own.union(archive).union(parents).sorted() {
      try DurableFile.sync(store + "/" + folder)
    }
  }
}

/// The names that a commit adds to a dictionary, together with the names of merged parts.
private struct DictionaryAddition: Sendable {
  let file: String
  /// The first name's code.
  let first: Int
  let names: TextBuffer

  var table: Table {
    let first = first
    let codes = Buffer<Int32>(count: names.count) { codes in
      for place in 0..<codes.count {
        codes.initializeElement(at: place, to: Int32(first + place))
      }
    }
    return Table([("code", Column(.int32, .int32(codes))), ("name", Column(.text, .text(names)))])
  }
}
