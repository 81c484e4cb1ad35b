import ColumnStore
import Columns
import Racing

/// One month's races and runners as plain buffers; an absent column reads as zeros.
@usableFromInline package struct MonthView: Sendable {
  @usableFromInline package let races: Table
  @usableFromInline package let runners: Table
  private let segment: Segment
  private let ofRaces: Segment
  package let dates: Buffer<Int32>
  /// The first runner row of each race, and the end.
  @usableFromInline package let raceStarts: Buffer<Int32>
  /// Per race; −1 where the country is unknown.
  package let countryCodes: Buffer<Int32>
  package let isHandicap: Bitmap
  package let totePaid: Bitmap
  package let positions: Buffer<Int16>
  package let outcomes: Buffer<Int32>
  package let sp: Buffer<Int64>
  package let tote: Buffer<Int64>
  package let bsp: Buffer<Int64>
  /// The exchange's results of the place market; nil without the column.
  @usableFromInline let placeResults: (flags: Bitmap, known: Bitmap?)?
  /// Per race, the number of places that this market pays, 0 where unknown; nil without the column.
  private let placeWinners: Buffer<Int16>?
  /// The prices of bets: `sp` and `tote`, one price per betting interest.
  package let (betSP, betTote): (Buffer<Int64>, Buffer<Int64>)
  /// The coupled entries; nil where there are none.
  package let interests: BettingInterests?
  /// The prices of bets of another market than `sp` and `bsp`; nil where a scan needs none.
  package private(set) var marketPrices: Buffer<Int64>?

  package var month: Month { segment.month }

  /// Checks a month's races and runners, and shows them as buffers.
  ///
  /// - Parameters:
  ///   - races: The month's races.
  ///   - segment: Its runners.
  ///   - countries: The number of named countries.
  /// - Throws: ``StoreError`` `.corrupt` when races are out of order or runners belong to no race.
  init(races: Segment, _ segment: Segment, countries: Int) throws(StoreError) {
    try races.checkColumns()
    try segment.checkColumns()
    self.segment = segment
    ofRaces = races
    let races = races.rows
    self.races = races
    let runners = segment.rows
    self.runners = runners
    func race(_ name: String) -> Column { races.column(RacingTables.flatField(name)!) }
    func runner(_ name: String) -> Column { runners.column(RacingTables.flatField(name)!) }
    dates = race("date").int32s
    countryCodes = race("country").codesOrMissing
    isHandicap = race("handicap").booleans
    totePaid = race("tote_paid").booleans
    positions = runner("position").int16s
    outcomes = runner("outcome").int32s
    sp = runner("sp").int64s
    tote = runner("tote").int64s
    bsp = runner("bsp").int64s
    placeResults = runners["place_won"].map { ($0.booleans, $0.validity.bits) }
    placeWinners = races["place_winners"]?.int16s
    // A damaged column reads as nulls, so report it before looking at values.
    try ofRaces.confirm()
    try ofRaces.checkDates(dates)
    guard countryCodes.hasCodes(below: countries) else {
      throw ofRaces.damage(found: "a code in country", expected: "codes below \(countries)")
    }
    let raceIndex = runners.column(RacingTables.raceIndex).int32s
    try segment.confirm()
    try segment.checkRaceIndex(raceIndex, raceCount: races.rowCount)
    raceStarts = Self.starts(raceIndex, raceCount: races.rowCount)
    interests = BettingInterests(runners, raceStarts: raceStarts)
    betSP = interests?.prices(sp, on: \.best) ?? sp
    betTote = interests?.prices(tote, on: \.best) ?? tote
  }

  /// Returns the runners' prices of a market, 0 for none.
  package func prices(of market: Market) -> Buffer<Int64> {
    switch market {
    case .basis(.sp): sp
    case .basis(.tote): tote
    case .basis(.bsp): bsp
    case .price(let price): runners.column(price.field).int64s
    }
  }

  /// Returns the runners' prices of a market, with a coupled entry's on only one of its rows.
  package func prices(
    of market: Market, on row: KeyPath<BettingInterests.Entry, Int>
  ) -> Buffer<Int64> {
    let prices = prices(of: market)
    return market.isOfExchange ? prices : interests?.prices(prices, on: row) ?? prices
  }

  /// Returns this month with a market's prices for a scan.
  package func priced(at market: Market) -> MonthView {
    guard market != .sp && market != .bsp else { return self }
    var view = self
    view.marketPrices = betPrices(of: market)
    return view
  }

  /// Returns a market's prices for bets, a coupled entry's on its best runner.
  package func betPrices(of market: Market) -> Buffer<Int64> {
    market == .sp ? betSP : prices(of: market, on: \.best)
  }

  /// Verifies its files' contents, for a caller that shows many of their fields.
  ///
  /// - Parameter snapshot: The state that it belongs to.
  /// - Throws: ``StoreError`` `.corrupt` when its files are damaged.
  package func check(in snapshot: Snapshot) throws(StoreError) {
    try snapshot.check([ofRaces, segment])
  }

  /// Releases the runners' pages from this process's memory; reading maps them again.
  package func releasePages() { segment.releasePages() }

  /// Whether the runners' file is so small that more of it is mapped than read: the system maps 64
  /// KB around each page it reads.
  var isSmall: Bool { segment.byteCount < Self.smallBytes }

  /// Returns codes that stay valid when a small month's pages are released: a copy if they lie in
  /// its file.
  package func kept(_ codes: Buffer<Int32>) -> Buffer<Int32> {
    guard isSmall, let start = codes.pointer.baseAddress, segment.holds(start) else { return codes }
    return Buffer(count: codes.count) { _ = $0.initialize(from: codes.pointer) }
  }

  /// Releases a small month whose columns were read: many such months would keep more memory mapped
  /// than the whole computation needs.
  ///
  /// Reading them again maps them again: a quarter of the time of a report of 1 M runners in 240
  /// months, less for more runners. Large months stay mapped.
  package func releasePagesIfSmall() {
    if isSmall { releasePages() }
  }

  private static let smallBytes = 1 << 20

  /// Counts the races before a day; a month's races are in order of date.
  package func raceCount(before day: Day) -> Int {
    var range = 0..<dates.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if dates[middle] < day.number {
        range = (middle + 1)..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    return range.lowerBound
  }

  /// Returns the runner rows of a race.
  @inlinable package func rows(ofRace race: Int) -> Range<Int> {
    Int(raceStarts[race])..<Int(raceStarts[race + 1])
  }

  /// Whether a starter's bets count on another runner of its entry.
  package func isMate(_ row: Int) -> Bool { interests?.mates[row] ?? false }

  /// Returns the exchange's own result of a runner's place market; nil where it is unknown.
  @inlinable package func placeWon(_ row: Int) -> Bool? {
    guard let placeResults, placeResults.known.map({ $0[row] }) ?? true else { return nil }
    return placeResults.flags[row]
  }

  /// Returns the number of places that a race's place market pays; 0 where unknown.
  package func placeWinners(_ race: Int) -> Int { placeWinners.map { Int($0[race]) } ?? 0 }

  /// Returns the races of a day.
  package func races(on day: Day) -> Range<Int> {
    raceCount(before: day)..<raceCount(before: day + 1)
  }

  /// Returns the runner rows of a day.
  package func rows(on day: Day) -> Range<Int> {
    let races = races(on: day)
    return Int(raceStarts[races.lowerBound])..<Int(raceStarts[races.upperBound])
  }

  /// Counts the runners of a race that came under starter's orders.
  package func starterCount(_ race: Int) -> Int {
    rows(ofRace: race).count { Outcome.isStarter(code: outcomes[$0]) }
  }

  /// Repeats each race's value for all of its runners.
  @inlinable package func spread<Value>(_ ofRaces: Buffer<Value>) -> Buffer<Value> {
    Buffer(count: runners.rowCount) { out in
      for race in 0..<races.rowCount {
        // Safety: the races' rows lie one after another and cover all of `out`.
        out[rows(ofRace: race)].initialize(repeating: ofRaces[race])
      }
    }
  }

  private static func starts(_ raceIndex: Buffer<Int32>, raceCount: Int) -> Buffer<Int32> {
    let raceIndex = raceIndex.pointer
    return Buffer(count: raceCount + 1) { starts in
      starts.initialize(repeating: 0)
      // The last row of a race sets its end; a race without rows ends where the one before it does.
      for row in raceIndex.indices {
        starts[Int(raceIndex[row]) + 1] = Int32(truncatingIfNeeded: row + 1)
      }
      var end: Int32 = 0
      for race in starts.indices {
        end = max(end, starts[race])
        starts[race] = end
      }
    }
  }
}

extension Column {
  /// A coded column's codes, −1 for nulls.
  package var codesOrMissing: Buffer<Int32> {
    guard validity.bits != nil else { return int32s }
    let codes = int32s
    return Buffer((0..<codes.count).map { isNull($0) ? -1 : codes[$0] })
  }
}

extension Snapshot {
  /// Returns the months that hold runners, in time order.
  ///
  /// - Parameters:
  ///   - first: Number of oldest months to leave out.
  ///   - threads: Number of worker threads that find the races' first rows.
  /// - Returns: A view per month.
  /// - Throws: ``ReportError`` `.store` when a month is damaged.
  package func monthViews(from first: Int = 0, threads: Int = 1) throws(ReportError) -> [MonthView]
  {
    try monthViews(of: Array(segments(of: RacingTables.runners).dropFirst(first)), threads: threads)
  }

  /// Returns the views of some months, given by their segments of runners.
  package func monthViews(of runners: [Segment], threads: Int) throws(ReportError) -> [MonthView] {
    let races = Dictionary(
      uniqueKeysWithValues: segments(of: RacingTables.races).map { ($0.month, $0) })
    let countries = dictionary("country").count
    let views = ParallelTasks.map(count: runners.count, threads: threads) { index in
      Result { () throws(StoreError) in
        guard let races = races[runners[index].month] else {
          throw runners[index].damage(found: "runners without races", expected: "both in a month")
        }
        return try MonthView(races: races, runners[index], countries: countries)
      }
    }
    return try ReportError.ofStore { () throws(StoreError) in
      var months: [MonthView] = []
      for view in views { months.append(try view.get()) }
      return months
    }
  }

  /// Returns the first and the last day with races; nil where there is none.
  ///
  /// - Throws: ``ReportError`` `.store` when a month is damaged.
  package func raceDays() throws(ReportError) -> ClosedRange<Day>? {
    let runners = segments(of: RacingTables.runners)
    guard let first = runners.first, let last = runners.last else { return nil }
    func day(_ month: Month, isLast: Bool) throws(StoreError) -> Day {
      guard let races = segment(of: RacingTables.races, month: month) else {
        throw first.damage(found: "runners without races", expected: "both in a month")
      }
      try races.checkColumns()
      let dates = races.rows.column(RacingTables.flatField("date")!).int32s
      try races.confirm()
      let day = Day(isLast ? dates[dates.count - 1] : dates[0])
      guard Month(of: day) == month else { throw races.isOutOfOrder }
      return day
    }
    return try ReportError.ofStore { () throws(StoreError) in
      let range = (try day(first.month, isLast: false), try day(last.month, isLast: true))
      guard range.0 <= range.1 else {
        throw segment(of: RacingTables.races, month: first.month)!.isOutOfOrder
      }
      return range.0...range.1
    }
  }
}
