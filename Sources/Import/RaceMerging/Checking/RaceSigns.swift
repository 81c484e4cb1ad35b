import Columns
import Racing
import RowReading

/// Reads the signs of each race, in one pass over its rows.
struct RaceSigns {
  /// A race's signs.
  struct Found {
    /// A bit for each of `RaceOddities.Sign`.
    var signs: UInt8 = 0
    /// The sums of inverse starting prices, nil where a runner has none.
    var sp: Double?
    var bsp: Double?
    /// Whether the signs together show several races in one.
    var areOfSeveral = false

    /// Notes a sign.
    mutating func note(_ sign: RaceOddities.Sign) { signs |= sign.bit }
  }

  private let outcomes: Buffer<Int32>
  private let positions: Buffer<Int16>?
  private let numbers: Cells<Int16>?
  /// The fields' sizes by the source.
  private let sizes: Cells<Int16>?
  private let riders: Cells<Int32>?
  private let times: Cells<Int64>?
  private let prices: (sp: Cells<Int64>?, bsp: Cells<Int64>?)

  /// A column's values, taken out of it once for all races.
  private struct Cells<T: FixedWidthInteger & BitwiseCopyable & Sendable> {
    let values: Buffer<T>
    let validity: Validity
  }

  /// Prepares to read races of checked rows.
  init(_ table: Table) {
    outcomes = table.outcomes
    positions = table["position"]?.int16s
    // Stablemates that are bet on as one share a number.
    numbers =
      table["betting_interest"] == nil
      ? table["number"].map { Cells(values: $0.int16s, validity: $0.validity) } : nil
    sizes = table["field_size"].map { Cells(values: $0.int16s, validity: $0.validity) }
    riders = table["jockey"].map { Cells(values: $0.int32s, validity: $0.validity) }
    func decimals(_ name: String) -> Cells<Int64>? {
      table[name].map { Cells(values: $0.int64s, validity: $0.validity) }
    }
    times = decimals("finish_time_s")
    prices = (decimals("sp"), decimals("bsp"))
  }

  /// Returns a race's signs.
  ///
  /// - Parameter race: Its rows, at least two.
  /// - Returns: The signs.
  func signs(of race: ArraySlice<Int32>) -> Found {
    var found = Found()
    let codes = outcomes.pointer
    let places = positions?.pointer
    var (starterCount, winnerCount, highest, hasSecond) = (0, 0, Int16(0), false)
    for row in race {
      let row = Int(row)
      if Outcome.isStarter(code: codes[row]) { starterCount += 1 }
      // A null's slot holds 0.
      let position = places?[row] ?? 0
      highest = max(highest, position)
      if position == 1 { winnerCount += 1 }
      if position == 2 { hasSecond = true }
    }
    var weight = 0
    if winnerCount > 1 {
      let isSure = hasSecond || winnerCount > 3 || haveOtherTimes(race)
      found.note(isSure ? .severalWinners : .deadHeats)
      if isSure { weight += 2 }
    }
    if Int(highest) > race.count { found.note(.highPosition) }
    if highest > 1, isCut(race) { found.note(.fewRows) }
    if starterCount > Limits.fieldRunners {
      found.note(.largeField)
      weight += 1
    }
    if let numbers, repeats(race, numbers) {
      found.note(.repeatedNumber)
      weight += 1
    }
    if let riders, repeats(race, riders) {
      found.note(.repeatedRider)
      weight += 1
    }
    found.sp = prices.sp.flatMap { book(race, $0) }
    found.bsp = prices.bsp.flatMap { book(race, $0) }
    found.areOfSeveral = weight > 1
    return found
  }

  // MARK: - Implementation

  /// Whether a race may have lost rows: its field is half as large again, or a small one has a
  /// saddlecloth number above its rows.
  private func isCut(_ race: ArraySlice<Int32>) -> Bool {
    if let sizes, let first = race.first.map({ Int($0) }), sizes.validity.isValid(first) {
      return Int(sizes.values.pointer[first]) * 2 >= race.count * 3
    }
    guard let numbers, race.count <= Self.placedRows else { return false }
    return race.contains { row in
      let row = Int(row)
      return numbers.validity.isValid(row) && Int(numbers.values.pointer[row]) > race.count
    }
  }

  /// The most rows of a race whose source gives only the placed runners.
  private static let placedRows = 5

  /// Whether a runner may share nothing with another: withdrawn ones may.
  private func runs(_ row: Int) -> Bool {
    outcomes.pointer[row] != Int32(Outcome.nonRunner.rawValue)
  }

  /// Whether two of a race's runners have the same value.
  private func repeats<T>(_ race: ArraySlice<Int32>, _ cells: Cells<T>) -> Bool {
    let (values, validity) = (cells.values.pointer, cells.validity)
    // A bit for each value's last six bits: if no two share one, no value repeats.
    var (seen, mayRepeat) = (UInt64(0), false)
    for row in race {
      let bit = UInt64(1) << UInt64(truncatingIfNeeded: values[Int(row)] & 63)
      mayRepeat = mayRepeat || seen & bit != 0
      seen |= bit
    }
    guard mayRepeat else { return false }
    guard race.count > 64 else {
      for place in race.indices {
        let row = Int(race[place])
        let isKnown = race[race.startIndex..<place].contains { before in
          values[Int(before)] == values[row] && validity.isValid(Int(before)) && runs(Int(before))
        }
        if isKnown, validity.isValid(row), runs(row) { return true }
      }
      return false
    }
    var known: Set<T> = []
    return race.contains { row in
      let row = Int(row)
      return validity.isValid(row) && runs(row) && !known.insert(values[row]).inserted
    }
  }

  /// Whether two winners have times, and these differ.
  private func haveOtherTimes(_ race: ArraySlice<Int32>) -> Bool {
    guard let times, let positions else { return false }
    let own = race.map(Int.init).filter {
      positions.pointer[$0] == 1 && times.validity.isValid($0)
    }.map { times.values.pointer[$0] }
    return Set(own).count > 1
  }

  /// Returns the sum of the inverse odds of three runners or more; nil where one has none.
  private func book(_ race: ArraySlice<Int32>, _ odds: Cells<Int64>) -> Double? {
    let values = odds.values.pointer
    var (sum, count) = (0.0, 0)
    for row in race where runs(Int(row)) {
      let micros = values[Int(row)]
      guard micros > 0, odds.validity.isValid(Int(row)) else { return nil }
      sum += Double(Decimal6.one) / Double(micros)
      count += 1
    }
    return count > 2 ? sum : nil
  }
}
