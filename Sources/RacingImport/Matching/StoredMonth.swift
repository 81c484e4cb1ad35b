import ColumnStore
import Columns
import Racing

/// A month's stored races, to be matched with a file's.
struct StoredMonth {
  let flat: Table
  private let groups: RaceGroups
  private let cards: RaceCards
  private let links: RaceLinks

  /// Reads a month; nil where it has no races.
  init?(
    _ writer: StoreWriter, _ month: Month, names: MatchingNames, links: RaceLinks
  ) throws(StoreError) {
    guard let flat = try StoredRunners.rows(writer, month) else { return nil }
    self.flat = flat
    self.links = links
    groups = RaceGroups(flat) { _ in false }
    cards = RaceCards(flat, names: names)
  }

  /// Returns the races of some days, each with all sources that tell of it.
  func races(on dates: Set<Int32>) -> [RaceCard] {
    let days = flat.dates
    return (0..<groups.count).filter { dates.contains(days[Int(groups[$0].first!)]) }.map {
      var card = cards.card(groups[$0])
      card.sources.formUnion(links.leading(to: card.id).map(\.source))
      return card
    }
  }

  /// Returns the rows of races, by key.
  func rows(of ids: Set<String>) -> [String: ArraySlice<Int32>] {
    let keys = flat.raceIDs
    var found: [String: ArraySlice<Int32>] = [:]
    for race in 0..<groups.count {
      let id = keys[Int(groups[race].first!)]
      if ids.contains(id) { found[id] = groups[race] }
    }
    return found
  }

  /// Whether a month has a race that a source has not told of.
  static func isOpen(to sources: Set<Int32>, _ month: Month, _ writer: StoreWriter)
    throws(StoreError) -> Bool
  {
    guard let races = try writer.rows(of: RacingTables.races, month),
      let runners = try writer.rows(of: RacingTables.runners, month)
    else { return false }
    guard let only = sources.first, sources.count == 1 else { return true }
    // Each race has a runner.
    let stored = races["source"] ?? runners["source"]!
    return stored.int32s.contains { $0 != only }
  }
}
