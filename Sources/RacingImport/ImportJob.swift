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
  /// Spellings that stand for one name, where sources differ; nil for those in the store's folder.
  public var aliases: NameAliases?
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

  /// Imports files in the order given.
  ///
  /// - Parameter files: Paths of the files.
  /// - Returns: What became of each file's rows, in the same order.
  /// - Throws: ``ImportError``; the store then is as before.
  public func run(_ files: [String]) throws(ImportError) -> [ImportedFile] {
    var sources: [SourceFile] = []
    for path in files {
      progress("reading \(path)")
      sources.append(try onFile { () throws(FileError) in try SourceFile(path: path) })
    }
    let writer = try onStore { () throws(StoreError) in try StoreWriter(store: store) }
    for outcome in Outcome.allCases { _ = writer.dictionary("outcome").code(outcome.name) }
    var ledger = try onStore { () throws(StoreError) in try ImportLedger(writer) }
    var results: [ImportedFile] = []
    for source in sources {
      let sum = try onStore { () throws(StoreError) in try Checksum.ofFile(source.path) }
      if let earlier = ledger.earlier(sha256: sum.hex, mapping: mappingText) {
        results.append(earlier)
        continue
      }
      results.append(try importFile(source, sum, &ledger, writer))
    }
    guard results.contains(where: { !$0.wasKnown }) else { return results }
    progress("committing")
    try onStore { () throws(StoreError) in try writer.commit(threads: threads) }
    return results
  }

  // MARK: - Implementation

  private func importFile(
    _ file: SourceFile, _ sum: (hex: String, bytes: Int), _ ledger: inout ImportLedger,
    _ writer: StoreWriter
  ) throws(ImportError) -> ImportedFile {
    progress("parsing \(file.name)")
    let source = try SourceTable(
      file: file, mapping: mapping, threads: threads, dictionary: writer.dictionary)
    let id = ledger.nextID
    let rows = source.checkedRows(importID: id)
    let aliases = try onFile { () throws(FileError) in
      if let aliases = self.aliases { aliases } else { try NameAliases(store: store) }
    }
    let matching = RaceMatching(writer: writer, aliases: aliases, importID: id)
    let result = try onStore { () throws(StoreError) in
      try merge(source, rows, into: writer, matching)
    }
    let rejects = source.locate(result.rejects)
    let imported = ImportedFile(
      id: id, name: file.name, table: source.tableName, mapping: mapping.name, sha256: sum.hex,
      rowsRead: source.rows.rowCount + source.skippedCount, stored: result.counts.stored,
      duplicates: result.counts.duplicates, replaced: result.counts.replaced,
      rejected: result.rejects.count + source.skippedCount,
      reasons: Dictionary(rejects.map { ($0.reason, 1) }, uniquingKeysWith: +),
      unresolved: result.unresolved, wasKnown: false, matchedRaces: result.matchedRaces,
      ambiguousRaces: result.ambiguousRaces, disagreements: result.disagreements)
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
    var matchedRaces = 0
    var ambiguousRaces = 0
    var disagreements = 0
  }

  private func merge(
    _ source: SourceTable, _ rows: CheckedRows, into writer: StoreWriter, _ matching: RaceMatching
  ) throws(StoreError) -> Merged {
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
      progress("matching \(source.file.name)")
      let matched = try matching.match(unique.rows, kept: unique.kept)
      var counts = try runners.merge(matched.rows, kept: matched.kept) { month in
        progress("writing \(month.iso)")
      }
      counts.duplicates += unique.duplicateCount
      try runners.rejoin(matched.monthsOfMovedDividends)
      let outcomes = matched.rows["outcome"]!.int32s
      let unresolved = matched.kept.count {
        outcomes[Int($0)] == Int32(Outcome.unresolved.rawValue)
      }
      return Merged(
        counts: counts, rejects: rows.rejects + unique.rejects + matched.rejects,
        unresolved: unresolved, matchedRaces: matched.matchedCount,
        ambiguousRaces: matched.ambiguousCount, disagreements: matched.disagreementCount)
    case .dividends:
      let unique = Deduplication(
        rows.table, key: .dividend(of: rows.table), expected: "a pool and a combination",
        refused: refused)
      let linked = try LinkedDividends(writer: writer, links: RaceLinks(writer)).applied(
        to: unique.rows, kept: unique.kept)
      var (counts, months) = try DividendImport(writer: writer).merge(linked, kept: unique.kept)
      counts.duplicates += unique.duplicateCount
      try runners.rejoin(months)
      return Merged(counts: counts, rejects: rows.rejects + unique.rejects)
    }
  }
}
