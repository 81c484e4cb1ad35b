import ColumnStore
import Columns
import Racing
import RowReading

/// The races of a file, by the stored months to compare them with.
struct MatchingWork {
  let groups: RaceGroups
  /// By stored month: races known to be stored from several sources, and their stored keys.
  private(set) var known: [Month: [(race: Int, id: String)]] = [:]
  /// By month of their day: races that are not stored yet.
  private(set) var unknown: [Month: [Int]] = [:]
  /// The stored keys of the file's races.
  private(set) var storedKeys: Set<String> = []
  /// Races whose stored race an earlier race of the file has, too: matched after that is stored.
  private(set) var later: [Int] = []
  private let dates: Buffer<Int32>

  var months: [Month] { Set(known.keys).union(unknown.keys).sorted() }

  init(
    _ flat: Table, kept: [Int32], links: RaceLinks, splitsRaces: Bool, _ writer: StoreWriter
  ) throws(StoreError) {
    groups = RaceGroups(flat, kept: kept)
    let keys = flat.raceIDs
    let groups = groups
    let ids = (0..<groups.count).map { keys[Int(groups[$0].first!)] }
    let stored = try StoredRunners.months(of: ids + links.links.map(\.linkedRaceID), writer)
    let dates = flat.dates
    self.dates = dates
    for (race, id) in ids.enumerated() {
      let storedID = stored[id] == nil ? links[id]?.linkedRaceID : id
      if let storedID, stored[storedID] != nil, !storedKeys.insert(storedID).inserted {
        later.append(race)
      } else if let month = stored[id] {
        if !links.leading(to: id).isEmpty { known[month, default: []].append((race, id)) }
      } else if let link = links[id], let month = stored[link.linkedRaceID] {
        known[month, default: []].append((race, link.linkedRaceID))
      } else {
        let month = Month(of: Day(dates[Int(groups[race].first!)]))
        unknown[month, default: []].append(race)
      }
    }
    if !splitsRaces { try dropClosedMonths(flat.sources, writer) }
  }

  /// Returns the neighbouring months that hold a day next to a race that is not stored yet.
  func monthsBeside(_ month: Month) -> [Month] {
    let days = Set(unknown[month, default: []].map { dates[Int(groups[$0].first!)] })
    return month.beside(days)
  }

  /// Whether a month that holds the day of some row, or the day before or after, has races of
  /// another source than the rows.
  ///
  /// If none does and no race is linked, no race of the file can be another source's too.
  static func hasOtherSources(_ flat: Table, _ writer: StoreWriter) throws(StoreError) -> Bool {
    let stored = writer.months(of: RacingTables.runners)
    let (sources, dates) = (flat.sources, flat.dates)
    guard let own = sources.first, sources.allSatisfy({ $0 == own }) else { return true }
    var days: Set<Int32> = []
    var last = Int32.min
    for date in dates where date != last {
      days.insert(date)
      last = date
    }
    let months = Set(days.flatMap { [$0 - 1, $0, $0 + 1] }.map { Month(of: Day($0)) })
    for month in stored where months.contains(month) {
      if try StoredRunners.isOpen(to: [own], month, writer) { return true }
    }
    return false
  }

  /// Drops months that hold no other source's races.
  private mutating func dropClosedMonths(_ sources: Buffer<Int32>, _ writer: StoreWriter)
    throws(StoreError)
  {
    for (month, races) in unknown {
      var own: Set<Int32> = []
      for race in races { for row in groups[race] { own.insert(sources[Int(row)]) } }
      var isOpen = false
      for near in [month] + monthsBeside(month) where !isOpen {
        isOpen = try StoredRunners.isOpen(to: own, near, writer)
      }
      if !isOpen { unknown[month] = nil }
    }
  }
}
