import ColumnStore
import Columns
import Racing
import RowReading

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

  package init(
    writer: StoreWriter, aliases: NameAliases, importID: Int, splitsRaces: Bool
  ) {
    self.writer = writer
    self.aliases = aliases
    self.importID = importID
    self.splitsRaces = splitsRaces
  }

  /// Matches a file's races: their rows take the keys and names of the stored races.
  ///
  /// - Parameter rows: The deduplicated rows.
  /// - Returns: The months in which dividends were moved to their races.
  /// - Throws: ``StoreError`` when a segment cannot be read or written.
  /// - Cost: For races that are not stored, one pass over their months, if these hold another
  ///   source's races; for races of several sources, one pass over their months.
  package func match(_ rows: inout ImportRows) throws(StoreError) -> [Month] {
    let (flat, kept) = (rows.table, rows.kept)
    guard !writer.months(of: RacingTables.races).isEmpty, !kept.isEmpty else { return [] }
    var links = try RaceLinks(writer)
    if links.isEmpty, !splitsRaces, try !MatchingWork.hasOtherSources(flat, writer) { return [] }
    let work = try MatchingWork(
      flat, kept: kept, links: links, splitsRaces: splitsRaces, writer)
    guard !work.months.isEmpty || !work.later.isEmpty else { return [] }
    let names = MatchingNames(writer, aliases: aliases)
    var matched = MatchedRaces(
      storedKeys: work.storedKeys, names: names, links: links, splitsRaces: splitsRaces,
      refusedTo: rows.refusals)
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
    rows.counts.ambiguousRaces = matched.ambiguousCount
    rows.counts.matchedRaces = matched.races.count
    rows.groups = nil
    rows.later = (work.later.flatMap { work.groups[$0] } + matched.later).sorted()
    var gone = matched.refused
    for row in rows.later { gone.insert(Int(row)) }
    if !gone.isEmpty { rows.kept.removeAll { gone.contains(Int($0)) } }
    guard !matched.races.isEmpty else { return [] }
    let blend = SharedRaceRows(
      flat, stored: Table.concatenated(matched.storedParts), races: matched.races)
    rows.table = blend.table
    rows.counts.disagreements = blend.disagreementCount
    return try note(matched.races, blend.claims, in: &links, flat)
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
