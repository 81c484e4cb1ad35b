import ColumnStore
import Columns
import Foundation
import Racing
import TabularFiles

/// Imports files into a store: all of them in one commit, or none.
public struct ImportJob {
  /// The store's folder; made if there is none.
  public var store: String
  /// What the files' columns and words mean.
  public var mapping: Mapping
  /// The mapping as text, kept in the raw archive.
  public var mappingText: String
  /// How many threads may work.
  public var threads = 1
  /// Whether the files' bytes are kept in the raw archive.
  public var keepsArchive = true
  /// When the import takes place, µs since 1970 UTC.
  public var now: Int64
  /// Told what is being done.
  public var progress: (String) -> Void = { _ in }

  /// Describes an import.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - mapping: What the files' columns and words mean.
  ///   - mappingText: The mapping's YAML text.
  ///   - now: When it takes place, µs since 1970 UTC.
  public init(store: String, mapping: Mapping, mappingText: String, now: Int64) {
    self.store = store
    self.mapping = mapping
    self.mappingText = mappingText
    self.now = now
  }

  /// Imports files in the order given, each told by its columns.
  ///
  /// - Parameter files: Paths of the files.
  /// - Returns: What became of each file's rows, in the same order.
  /// - Throws: ``ImportError``; the store then is as before.
  public func run(_ files: [String]) throws(ImportError) -> [ImportedFile] {
    try run(files.map { ImportFile($0) })
  }

  /// Imports files in the order given.
  ///
  /// - Parameter files: The files, each with its table or told by its columns.
  /// - Returns: What became of each file's rows, in the same order.
  /// - Throws: ``ImportError``; the store then is as before.
  public func run(_ files: [ImportFile]) throws(ImportError) -> [ImportedFile] {
    var inputs: [ImportInput] = []
    for file in files {
      progress("reading \(file.path)")
      let source = try onFile { () throws(FileError) in try SourceFile(path: file.path) }
      inputs.append(try ImportInput(source, table: file.table, mapping))
    }
    let sides = try SideTables(inputs)
    if let side = inputs.first(where: \.isSide), inputs.allSatisfy(\.isSide) {
      throw .joinedFiles(
        table: side.tableName, found: "no file whose rows take its columns",
        expected: "one in the same call")
    }
    let writer = try onStore { () throws(StoreError) in try StoreWriter(store: store) }
    for outcome in Outcome.allCases { _ = writer.dictionary("outcome").code(outcome.name) }
    var ledger = try onStore { () throws(StoreError) in try ImportLedger(writer) }
    var sums: [(hex: String, bytes: Int)] = []
    for input in inputs {
      sums.append(try onStore { () throws(StoreError) in try Checksum.ofFile(input.file.path) })
    }
    let known = sums.map { ledger.earlier(sha256: $0.hex, mapping: mappingText) }
    // A file of runners has to be read again where a file that it takes columns from is new.
    let hasNewSide = zip(inputs, known).contains { $0.isSide && $1 == nil }
    var results = [ImportedFile?](repeating: nil, count: inputs.count)
    var fills: [String: RaceFill] = [:]
    for input in hasNewSide || known.contains(where: { $0 == nil }) ? sides.races : [] {
      fills[input.tableName] = RaceFill(
        try SourceTable(
          input, mapping, sides: sides, threads: threads, dictionary: writer.dictionary))
    }
    for (index, input) in inputs.enumerated() where !input.isSide {
      if let earlier = known[index], !hasNewSide {
        results[index] = earlier
      } else {
        let races = fills.sorted { $0.key < $1.key }.map(\.value)
        results[index] = try importFile(
          input, sums[index], sides: sides, races: races, &ledger, writer)
      }
    }
    let isNew = results.contains { $0.map { !$0.wasKnown } ?? false }
    for (index, input) in inputs.enumerated() where input.isSide {
      if let earlier = known[index], !isNew {
        results[index] = earlier
      } else {
        results[index] = try noteSide(
          input, sums[index], fills[input.tableName], sides, &ledger, writer)
      }
    }
    guard isNew else { return results.map { $0! } }
    progress("committing")
    try onStore { () throws(StoreError) in try writer.commit(threads: threads) }
    return results.map { $0! }
  }

  // MARK: - Implementation

  private func importFile(
    _ input: ImportInput, _ sum: (hex: String, bytes: Int), sides: SideTables, races: [RaceFill],
    _ ledger: inout ImportLedger, _ writer: StoreWriter
  ) throws(ImportError) -> ImportedFile {
    let file = input.file
    progress("parsing \(file.name)")
    var source = try SourceTable(
      input, mapping, sides: sides, threads: threads, dictionary: writer.dictionary)
    if input.table.feeds == .runners {
      for fill in races { source.rows = fill.filled(source.rows) }
    }
    let id = ledger.nextID
    let rows = source.checkedRows(importID: id)
    let result = try onStore { () throws(StoreError) in
      try merge(source, rows, into: writer)
    }
    let rejects = source.locate(result.rejects)
    let imported = ImportedFile(
      id: id, name: file.name, table: source.tableName, mapping: mapping.name, sha256: sum.hex,
      rowsRead: source.rows.rowCount + source.skippedCount, stored: result.counts.stored,
      duplicates: result.counts.duplicates, replaced: result.counts.replaced,
      rejected: result.rejects.count + source.skippedCount,
      reasons: Dictionary(rejects.map { ($0.reason, 1) }, uniquingKeysWith: +),
      unresolved: result.unresolved, wasKnown: false)
    precondition(imported.isBalanced, "rows read = stored + duplicates + rejected: \(imported)")
    try onStore { () throws(StoreError) in
      if keepsArchive { try writer.archive(fileAt: file.path, sha256: sum.hex) }
      let mappingSum = try writer.archive(text: mappingText)
      try ledger.append(
        imported, bytes: sum.bytes, mappingSHA256: mappingSum, at: now, rejects: rejects)
    }
    return imported
  }

  private struct Merged {
    var counts: StoredCounts
    var rejects: [Reject]
    var unresolved = 0
  }

  private func merge(_ source: SourceTable, _ rows: CheckedRows, into writer: StoreWriter)
    throws(StoreError) -> Merged
  {
    let refused = Set(rows.rejects.compactMap(\.row))
    let runners = RunnerImport(
      writer: writer, key: source.mapping.key ?? TableMapping.standardKey,
      absent: Set(["position", "outcome"].filter { source.rows[$0] == nil }))
    progress("sorting \(source.file.name)")
    switch source.mapping.feeds {
    case .runners:
      let unique = Deduplication(
        rows.table, key: .runner(runners.key, of: rows.table),
        expected: "a value in one of " + runners.key.joined(separator: ", "), refused: refused)
      var counts = try runners.merge(unique.rows, kept: unique.kept) { month in
        progress("writing \(month.iso)")
      }
      counts.duplicates += unique.duplicateCount
      let outcomes = unique.rows["outcome"]!.int32s
      let unresolved = unique.kept.count {
        outcomes[Int($0)] == Int32(Outcome.unresolved.rawValue)
      }
      return Merged(
        counts: counts, rejects: rows.rejects + unique.rejects, unresolved: unresolved)
    case .dividends:
      let unique = Deduplication(
        rows.table, key: .dividend(of: rows.table), expected: "a pool and a combination",
        refused: refused)
      var (counts, months) = try DividendImport(writer: writer).merge(
        unique.rows, kept: unique.kept)
      counts.duplicates += unique.duplicateCount
      try runners.rejoin(months)
      return Merged(counts: counts, rejects: rows.rejects + unique.rejects)
    }
  }
}
