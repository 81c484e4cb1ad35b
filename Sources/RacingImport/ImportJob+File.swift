import ColumnStore
import Columns
import Racing
import TabularFiles

extension ImportJob {
  /// Imports one file, or the refused rows of one, without committing.
  func importFile(
    _ step: ImportStep, sides: SideTables, races: [RaceFill], _ ledger: inout ImportLedger,
    _ writer: StoreWriter
  ) throws(ImportError) -> ImportedFile {
    progress("parsing \(step.input.file.name)")
    var source = try SourceTable(
      step.input, mapping, sides: sides, threads: threads, dictionary: writer.dictionary)
    if step.input.table.feeds == .runners {
      for fill in races { source.rows = fill.filled(source.rows) }
    }
    if let retryOf = step.retryOf {
      source = source.selecting(
        try onStore { () throws(StoreError) in try ledger.refusedLines(of: retryOf, writer) })
    }
    let rows = source.checkedRows(importID: step.id)
    let result = try merged(source, rows, step, writer)
    let step = try onStore { () throws(StoreError) in try step.summed() }
    let rejects = source.locate(result.rejects)
    var imported = step.imported(by: self)
    imported.rowsRead = source.rows.rowCount + source.skippedCount
    imported.stored = result.counts.stored
    imported.duplicates = result.counts.duplicates
    imported.replaced = result.counts.replaced
    imported.rejected = result.rejects.count + source.skippedCount
    imported.reasons = Dictionary(rejects.map { ($0.reason, 1) }, uniquingKeysWith: +)
    imported.unresolved = result.unresolved
    imported.matchedRaces = result.matchedRaces
    imported.ambiguousRaces = result.ambiguousRaces
    imported.disagreements = result.disagreements
    try record(
      step, imported, rejects, retried: source.selection?.lines ?? [], &ledger, writer)
    return imported
  }

  /// Keeps a file's bytes and notes what became of its rows.
  func record(
    _ step: ImportStep, _ imported: ImportedFile, _ rejects: [LocatedReject],
    retried: Set<Int> = [], _ ledger: inout ImportLedger, _ writer: StoreWriter
  ) throws(ImportError) {
    precondition(imported.isBalanced, "rows read = stored + duplicates + rejected: \(imported)")
    try onStore { () throws(StoreError) in
      if keepsArchive { try writer.archive(fileAt: step.input.file.path, sha256: step.sha256) }
      _ = try writer.archive(text: mappingText)
      try ledger.append(
        imported, refused: rejects, retried: retried, isOfClub: step.input.table.feeds.isOfClub,
        writer)
    }
  }

  // MARK: - Implementation

  /// Puts a file's rows into the tables that they feed.
  private func merged(
    _ source: SourceTable, _ rows: CheckedRows, _ step: ImportStep, _ writer: StoreWriter
  ) throws(ImportError) -> Merged {
    if source.mapping.feeds.isOfClub {
      progress("sorting \(source.file.name)")
      let club = ClubImport(
        writer: writer, feeds: source.mapping.feeds,
        zone: mapping.zone(of: source.mapping.feeds), now: now)
      let rows = NamelessAwards(writer: writer, mapping: source.mapping).refused(in: rows)
      return try onStore { () throws(StoreError) in
        Merged(counts: try club.merge(rows), rejects: rows.rejects)
      }
    }
    let aliases = try onFile { () throws(FileError) in
      if let aliases = self.aliases { aliases } else { try NameAliases(store: store) }
    }
    let matching = RaceMatching(writer: writer, aliases: aliases, importID: step.id)
    return try onStore { () throws(StoreError) in
      try merge(source, rows, into: writer, matching)
    }
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
      writer: writer, threads: threads, key: source.mapping.key ?? TableMapping.standardKey,
      absent: Set(["position", "outcome"].filter { source.rows[$0] == nil }))
    progress("sorting \(source.file.name)")
    switch source.mapping.feeds {
    case .runners:
      let unique = Deduplication(
        rows.table, key: .runner(runners.key, of: rows.table),
        expected: "a value in one of " + runners.key.joined(separator: ", "), refused: refused,
        policy: source.mapping.duplicates)
      progress("matching \(source.file.name)")
      let matched = try matching.match(unique.rows, kept: unique.kept, groups: unique.groups)
      var counts = try runners.merge(matched.rows, kept: matched.kept, groups: matched.groups) {
        progress("writing \($0.iso)")
      }
      counts.duplicates += unique.duplicateCount
      try runners.rejoin(matched.monthsOfMovedDividends)
      let outcomes = matched.rows["outcome"]!.int32s
      let unresolved = matched.kept.count {
        outcomes.pointer[Int($0)] == Int32(Outcome.unresolved.rawValue)
      }
      return Merged(
        counts: counts, rejects: rows.rejects + unique.rejects + matched.rejects,
        unresolved: unresolved, matchedRaces: matched.matchedCount,
        ambiguousRaces: matched.ambiguousCount, disagreements: matched.disagreementCount)
    case .dividends:
      let unique = Deduplication(
        rows.table, key: .dividend(of: rows.table), expected: "a pool and a combination",
        refused: refused, policy: source.mapping.duplicates)
      let linked = try LinkedDividends(writer: writer, links: RaceLinks(writer)).applied(
        to: unique.rows, kept: unique.kept)
      var (counts, months) = try DividendImport(writer: writer).merge(linked, kept: unique.kept)
      counts.duplicates += unique.duplicateCount
      try runners.rejoin(months)
      return Merged(counts: counts, rejects: rows.rejects + unique.rejects)
    case .races, .lookup: preconditionFailure("a side file has no rows of its own to store")
    case .points, .roster, .rewards, .progress, .runnerPoints:
      preconditionFailure("a club's rows are stored by ClubImport")
    }
  }
}
