import ColumnStore
import Columns
import Racing

/// Makes one race of what several sources tell of it.
///
/// A file's race whose key is not stored may be a stored one of another source. It is matched by
/// day, course, off time or race number, and runners' names; then its rows take the stored key and
/// the stored runners' places, so that the merge that follows puts them over these. A race that
/// cannot be told from a stored one is refused, as it might count twice.
struct RaceMatching {
  let writer: StoreWriter
  let aliases: NameAliases
  let importID: Int

  /// Matches a file's races.
  ///
  /// - Cost: For races that are not stored, one pass over the months they lie in, if these hold
  ///   another source's races; for races of several sources, one over the months they are in.
  /// - Parameters:
  ///   - flat: The file's rows.
  ///   - kept: Those that stay after de-duplication.
  ///   - groups: Their races, where these are known.
  /// - Returns: The rows as they are to be merged.
  /// - Throws: ``StoreError`` when a segment cannot be read or written.
  func match(_ flat: Table, kept: [Int32], groups: RaceGroups? = nil) throws(StoreError)
    -> MatchedRows
  {
    var result = MatchedRows(rows: flat, kept: kept, groups: groups)
    guard !writer.months(of: RacingTables.races).isEmpty, !kept.isEmpty else { return result }
    var links = try RaceLinks(writer)
    if links.isEmpty, try !MatchingWork.hasOtherSources(flat, writer) { return result }
    let work = try MatchingWork(flat, kept: kept, links: links, writer)
    guard !work.months.isEmpty else { return result }
    let names = MatchingNames(writer, aliases: aliases)
    var matched = MatchedRaces(names: names, links: links)
    let cards = RaceCards(flat, names: names)
    for month in work.months {
      guard let stored = try StoredMonth(writer, month, names: names, links: links) else {
        continue
      }
      matched.add(
        known: work.known[month, default: []].map { (cards.card(work.groups[$0.race]), $0.id) },
        unknown: work.unknown[month, default: []].map { cards.card(work.groups[$0]) },
        of: stored)
    }
    result.rejects = matched.rejects
    result.ambiguousCount = matched.ambiguousCount
    result.matchedCount = matched.races.count
    result.groups = nil
    let refused = Set(matched.rejects.map { Int32($0.row!) })
    if !refused.isEmpty { result.kept.removeAll(where: refused.contains) }
    guard !matched.races.isEmpty else { return result }
    let blend = SharedRaceRows(
      flat, stored: Table.concatenated(matched.storedParts), races: matched.races)
    result.rows = blend.table
    result.disagreementCount = blend.disagreementCount
    result.monthsOfMovedDividends = try note(
      matched.races, blend.claims, in: &links, flat)
    return result
  }

  // MARK: - Implementation

  /// Writes what was found out to the table of links; gives the months whose dividends it changed.
  private func note(
    _ races: [SharedRace], _ claims: [FieldSet], in links: inout RaceLinks, _ flat: Table
  ) throws(StoreError) -> [Month] {
    let (dates, sources) = (flat["date"]!.int32s, flat["source"]!.int32s)
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
