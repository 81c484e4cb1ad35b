import ColumnStore
import Columns
import Racing
import RowReading

/// A month's stored races and those of the days next to it, to match with a file's races.
struct StoredMonth {
  let flat: Table
  private let groups: RaceGroups
  private let cards: RaceCards
  private let links: RaceLinks

  /// Reads a month; nil if it has no races.
  ///
  /// - Parameters:
  ///   - writer: The store's writer.
  ///   - month: The month.
  ///   - beside: Neighbouring months; only the day next to the month is read.
  ///   - names: Decides which spellings are one name.
  ///   - links: The races of several sources.
  /// - Throws: ``StoreError`` when a segment cannot be read.
  init?(
    _ writer: StoreWriter, _ month: Month, beside: [Month], names: MatchingNames, links: RaceLinks
  ) throws(StoreError) {
    let (first, next) = month.days
    var parts = try StoredRunners.rows(writer, month).map { [$0] } ?? []
    for other in beside {
      guard let rows = try StoredRunners.rows(writer, other) else { continue }
      let days = rows.dates
      parts.append(
        rows.gathered(
          (0..<Int32(rows.rowCount)).filter { [first - 1, next].contains(days[Int($0)]) }))
    }
    guard !parts.isEmpty else { return nil }
    let flat = parts.count == 1 ? parts[0] : Table.concatenated(parts)
    self.flat = flat
    self.links = links
    groups = RaceGroups(flat) { _ in false }
    cards = RaceCards(flat, names: names)
  }

  /// Returns the races of some days, each with all its sources.
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
}
