import ColumnStore
import Columns
import Racing
import RowReading

/// A file's rows; after matching, with the keys and names of their stored races.
package struct MatchedRows {
  /// The rows.
  package var rows: Table
  /// The kept rows.
  package var kept: [Int32]
  /// The races of the kept rows, where they are known.
  package var groups: RaceGroups?
  /// Rows whose race other rows have under another key: two rows of a runner cannot replace a
  /// stored one together, so these are matched after the others are stored.
  package var later: [Int32] = []
  /// The counts of the races that were matched or refused.
  package var counts = StoredCounts()
  /// Months in which dividends were moved to their races.
  package var monthsOfMovedDividends: [Month] = []

  package init(
    rows: Table, kept: [Int32], groups: RaceGroups? = nil
  ) {
    self.rows = rows
    self.kept = kept
    self.groups = groups
  }
}

/// Merges the rows that several sources have of one race.
///
/// A file's race whose key is not stored may be a stored one of another source. It is matched by
/// day (or the day before or after, where the off times agree), course, off time or race number,
/// and runners' names; then its rows take the stored key and the numbers of the stored runners, so
/// that the merge that follows replaces these. A race that may or may not be a stored one is
/// refused, as it might count twice.
package struct RaceMatching {
  let writer: StoreWriter
  let aliases: NameAliases
  let importID: Int
  /// Whether a source's races may be parts of one.
  let splitsRaces: Bool
  /// Receives the refused rows.
  let draft: RefusedDraft

  package init(
    writer: StoreWriter, aliases: NameAliases, importID: Int, splitsRaces: Bool, draft: RefusedDraft
  ) {
    self.writer = writer
    self.aliases = aliases
    self.importID = importID
    self.splitsRaces = splitsRaces
    self.draft = draft
  }

  /// Matches a file's races.
  ///
  /// - Cost: For races that are not stored, one pass over their months, if these hold another
  ///   source's races; for races of several sources, one pass over their months.
  package func match(_ result: inout MatchedRows) throws(StoreError) {
    let (flat, kept) = (result.rows, result.kept)
    guard !writer.months(of: RacingTables.races).isEmpty, !kept.isEmpty else { return }
    var links = try RaceLinks(writer)
    if links.isEmpty, !splitsRaces, try !MatchingWork.hasOtherSources(flat, writer) { return }
    let work = try MatchingWork(
      flat, kept: kept, links: links, splitsRaces: splitsRaces, writer)
    guard !work.months.isEmpty || !work.later.isEmpty else { return }
    let names = MatchingNames(writer, aliases: aliases)
    var matched = MatchedRaces(
      storedKeys: work.storedKeys, names: names, links: links, splitsRaces: splitsRaces,
      refusedTo: draft)
    let cards = RaceCards(flat, names: names)
    for month in work.months {
      guard
        let stored = try StoredMonth(
          writer, month, beside: work.monthsBeside(month), names: names, links: links)
      else { continue }
      matched.add(
        known: work.known[month, default: []].map { (cards.card(work.groups[$0.race]), $0.id) },
        unknown: work.unknown[month, default: []].map { cards.card(work.groups[$0]) },
        of: stored)
    }
    result.counts.ambiguousRaces = matched.ambiguousCount
    result.counts.matchedRaces = matched.races.count
    result.groups = nil
    result.later = (work.later.flatMap { work.groups[$0] } + matched.later).sorted()
    var gone = matched.refused
    for row in result.later { gone.insert(Int(row)) }
    if !gone.isEmpty { result.kept.removeAll { gone.contains(Int($0)) } }
    guard !matched.races.isEmpty else { return }
    let blend = SharedRaceRows(
      flat, stored: Table.concatenated(matched.storedParts), races: matched.races)
    result.rows = blend.table
    result.counts.disagreements = blend.disagreementCount
    result.monthsOfMovedDividends = try note(
      matched.races, blend.claims, in: &links, flat)
  }

  // MARK: - Implementation

  /// Writes new links and owners to the table of links; returns the months whose dividends changed.
  private func note(
    _ races: [SharedRace], _ claims: [FieldSet], in links: inout RaceLinks, _ flat: Table
  ) throws(StoreError) -> [Month] {
    let (dates, sources) = (flat.dates, flat.sources)
    var moved: [RaceLink] = []
    for (race, fields) in zip(races, claims) {
      if race.isNew {
        let row = Int(race.firstRow)
        let link = RaceLink(
          raceID: race.ownID, linkedRaceID: race.id, date: dates[row],
          source: sources[row], importID: Int32(importID), fields: [])
        links.append(link)
        moved.append(link)
      }
      links.give(fields, of: race.id, to: race.ownID)
    }
    try links.write(to: writer)
    return try LinkedDividends(writer: writer, links: links).move(moved)
  }
}
