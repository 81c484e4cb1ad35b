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
    if threads > 1, step.pending?.needsOwnReading == true { step.pending?.readBeside() }
    let merged =
      if let inParts = try mergedInParts(step, sides, writer) {
        inParts
      } else {
        try mergedWhole(step, sides, races: races, ledger, writer)
      }
    let step = try step.identified(merged.sum)
    var imported = step.imported(by: self)
    imported.rowsRead = merged.rowsRead
    imported.stored = merged.counts.stored
    imported.duplicates = merged.counts.duplicates
    imported.replaced = merged.counts.replaced
    imported.rejected = merged.rejectedCount
    imported.reasons = Dictionary(merged.located.map { ($0.reason, 1) }, uniquingKeysWith: +)
    imported.unresolved = merged.unresolved
    imported.matchedRaces = merged.matchedRaces
    imported.ambiguousRaces = merged.ambiguousRaces
    imported.disagreements = merged.disagreements
    imported.note(unused: merged.unusedColumns)
    try record(step, imported, merged.located, retried: merged.retried, &ledger, writer)
    return imported
  }

  /// Keeps a file's bytes and notes what became of its rows.
  func record(
    _ step: ImportStep, _ imported: ImportedFile, _ rejects: [LocatedReject],
    retried: Set<Int> = [], _ ledger: inout ImportLedger, _ writer: StoreWriter
  ) throws(ImportError) {
    precondition(imported.isBalanced, "rows read = stored + duplicates + rejected: \(imported)")
    try onStore { () throws(StoreError) in
      if let draft = step.draft { try writer.archive(draft) }
      _ = try writer.archive(text: mappingText)
      try ledger.append(
        imported, refused: rejects, retried: retried,
        isOfRacing: step.input.table.feeds.isOfRacing,
        writer)
    }
  }

  // MARK: - Implementation

  /// Reads a file's rows, all or those of a retry, and puts them into the tables that they feed.
  private func mergedWhole(
    _ step: ImportStep, _ sides: SideTables, races: [RaceFill], _ ledger: ImportLedger,
    _ writer: StoreWriter
  ) throws(ImportError) -> MergedFile {
    // Read this way, its rows come to no checksum.
    if threads > 1 { step.pending?.readBeside() }
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
    var merged = try merged(source, rows, step, writer)
    merged.rowsRead = source.rows.rowCount + source.skippedCount
    merged.rejectedCount = merged.rejects.count + source.skippedCount
    merged.located = source.locate(merged.rejects)
    merged.retried = source.selection?.lines ?? []
    merged.unusedColumns = source.unusedColumns
    return merged
  }

  /// Puts a file's rows into the tables that they feed.
  private func merged(
    _ source: SourceTable, _ rows: CheckedRows, _ step: ImportStep, _ writer: StoreWriter
  ) throws(ImportError) -> MergedFile {
    guard source.mapping.feeds.isOfRacing else {
      progress("sorting \(source.file.name)")
      return try onStore { () throws(StoreError) in
        try reportsMerged(source.mapping, rows, writer)
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

  /// Puts the rows of a club, a sportsbook, a betting or a support service into their tables.
  private func reportsMerged(
    _ table: TableMapping, _ rows: CheckedRows, _ writer: StoreWriter
  ) throws(StoreError) -> MergedFile {
    if table.feeds.isOfBetting {
      let bets = BettingImport(writer: writer, feeds: table.feeds)
      return MergedFile(counts: try bets.merge(rows.accepted), rejects: rows.rejects)
    }
    if table.feeds.isOfSupport {
      let support = SupportImport(writer: writer, feeds: table.feeds)
      return MergedFile(counts: try support.merge(rows.accepted), rejects: rows.rejects)
    }
    guard table.feeds.isOfClub else {
      let book = PromotionImport(writer: writer, feeds: table.feeds)
      return MergedFile(counts: try book.merge(rows.accepted), rejects: rows.rejects)
    }
    let club = ClubImport(
      writer: writer, feeds: table.feeds, zone: mapping.zone(of: table.feeds), now: now)
    let rows = NamelessAwards(writer: writer, mapping: table).refused(in: rows)
    return MergedFile(counts: try club.merge(rows.accepted), rejects: rows.rejects)
  }

  private func merge(
    _ source: SourceTable, _ rows: CheckedRows, into writer: StoreWriter, _ matching: RaceMatching
  ) throws(StoreError) -> MergedFile {
    let runners = RunnerImport(
      writer: writer, threads: threads, key: source.mapping.key ?? TableMapping.standardKey,
      absent: Set(["position", "outcome"].filter { source.rows[$0] == nil }))
    progress("sorting \(source.file.name)")
    switch source.mapping.feeds {
    case .runners:
      let unique = Deduplication(rows, key: runners.key, policy: source.mapping.duplicates)
      progress("matching \(source.file.name)")
      let matched = try matching.match(unique.rows, kept: unique.kept, groups: unique.groups)
      var counts = try runners.merge(matched.rows, kept: matched.kept, groups: matched.groups) {
        progress("writing \($0.iso)")
      }
      counts.duplicates += unique.duplicateCount
      try runners.rejoin(matched.monthsOfMovedDividends)
      return MergedFile(
        counts: counts, rejects: rows.rejects + unique.rejects + matched.rejects,
        unresolved: matched.rows.unresolvedCount(among: matched.kept),
        matchedRaces: matched.matchedCount,
        ambiguousRaces: matched.ambiguousCount, disagreements: matched.disagreementCount)
    case .dividends:
      let unique = Deduplication(
        rows.table, key: .dividend(of: rows.table), expected: "a pool and a combination",
        refused: rows.refused, policy: source.mapping.duplicates)
      let linked = try LinkedDividends(writer: writer, links: RaceLinks(writer)).applied(
        to: unique.rows, kept: unique.kept)
      var (counts, months) = try DividendImport(writer: writer).merge(linked, kept: unique.kept)
      counts.duplicates += unique.duplicateCount
      try runners.rejoin(months)
      return MergedFile(counts: counts, rejects: rows.rejects + unique.rejects)
    case .races, .lookup: preconditionFailure("a side file has no rows of its own to store")
    default: preconditionFailure("no rows of races")
    }
  }
}
