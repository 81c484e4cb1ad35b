import Columns
import Mappings
import Racing

/// A row whose result is empty, a zero or a word without a known meaning.
struct OpenFinish {
  let row: Int
  /// A code of ``OpenFinishes``.
  let code: Int32
}

extension ImportRows {
  /// Counts unknown words, makes zeros non-runners where only they have no price, and settles empty
  /// results by their races.
  ///
  /// Some sources print 0 for runners that were not placed, others also for runners that did not
  /// start. A runner that started has a price where all placed ones of its race have one.
  ///
  /// - Parameters:
  ///   - open: Rows in ascending order.
  ///   - named: The columns; the outcomes among them change.
  ///   - today: The day of the import.
  mutating func settle(
    _ open: [OpenFinish], _ named: inout [(name: String, column: Column)], today: Day
  ) {
    var zeros: [Int] = []
    // Empty cells, and texts that mean one, by their rows.
    var blanks: [Int: String] = [:]
    for finish in open where !refused.contains(finish.row) {
      if finish.code == OpenFinishes.zero {
        zeros.append(finish.row)
        continue
      }
      let isEmpty = finish.code == OpenFinishes.empty
      let word = isEmpty ? "" : unknownFinishes[Int(finish.code - OpenFinishes.firstWord)]
      if isEmpty || MissingValue.isWritten(Array(word.utf8).span) {
        blanks[finish.row] = word
      } else {
        resultDoubts.finishes.add(word)
      }
    }
    let prices = named.filter {
      ["sp", "bsp"].contains($0.name) || NamedPrice.of(column: $0.name) != nil
    }.map(\.column)
    func isPriced(_ row: Int) -> Bool { prices.contains { !$0.isNull(row) } }
    zeros.removeAll(where: isPriced)
    if prices.isEmpty { zeros = [] }
    guard !zeros.isEmpty || !blanks.isEmpty, let ids = table["race_id"],
      let outcomes = named.firstIndex(where: { $0.name == "outcome" }),
      let positions = named.first(where: { $0.name == "position" })?.column
    else { return }
    let refused = refused
    let groups = RaceGroups(table) { ids.isNull($0) || refused.contains($0) }
    let unpriced = Set(zeros)
    var codes = Array(named[outcomes].column.int32s)
    for race in 0..<groups.count where !unpriced.isEmpty {
      let runners = groups[race].map { Int($0) }
      let own = runners.filter(unpriced.contains)
      let placed = runners.filter { !positions.isNull($0) }
      guard !own.isEmpty, placed.count > 1, placed.allSatisfy(isPriced) else { continue }
      for row in own {
        codes[row] = Int32(Outcome.nonRunner.rawValue)
        resultDoubts.zeros.note("race \(table.raceIDs[row])")
      }
    }
    if !blanks.isEmpty { settle(blanks, groups, positions, named, &codes, before: today) }
    named[outcomes].column = Column(.coded(dictionary: "outcome"), .int32(Buffer(codes)))
  }

  // MARK: - Implementation

  /// Gives runners without a result the outcome `unplaced`, or counts them where they surely ran.
  ///
  /// They surely ran if they have a starting price, a time or a distance behind the winner, and
  /// others of their race have places. In a file of results a race without any place counts too, if
  /// its day is over and no newer version of it may come.
  private mutating func settle(
    _ blanks: [Int: String], _ groups: RaceGroups, _ positions: Column,
    _ named: [(name: String, column: Column)], _ codes: inout [Int32], before today: Day
  ) {
    let unplaced = mapping.fields["outcome"]?.unplaced
    let signs = named.filter { Self.signsOfRun.contains($0.name) }.map(\.column)
    let places = positions.int16s
    let days = table["date"]
    var openRaces: [Int] = []
    var isOfResults = false
    func count(_ race: Int) {
      for row in groups[race] {
        guard let word = blanks[Int(row)], signs.contains(where: { !$0.isNull(Int(row)) }) else {
          continue
        }
        resultDoubts.finishes.add(word)
      }
    }
    for race in 0..<groups.count {
      let rows = groups[race]
      // A null's slot holds 0. Of a source that names winners alone the others are not known.
      let last = rows.reduce(Int16(0)) { max($0, places[Int($1)]) }
      if last > 1 { isOfResults = true }
      guard rows.contains(where: { blanks[Int($0)] != nil }) else { continue }
      if last > 0, let unplaced {
        for row in rows where blanks[Int(row)] != nil { codes[Int(row)] = Int32(unplaced.rawValue) }
      } else if last > 1 {
        count(race)
      } else if last == 0, mapping.duplicates != .last, let days,
        let day = rows.first.map({ Int($0) }), !days.isNull(day),
        days.int32s[day] < today.number
      {
        openRaces.append(race)
      }
    }
    guard isOfResults else { return }
    for race in openRaces
    where groups[race].allSatisfy({ row in
      blanks[Int(row)] != nil || codes[Int(row)] == Int32(Outcome.nonRunner.rawValue)
    }) {
      count(race)
    }
  }

  /// The fields that only a runner has that ran.
  private static let signsOfRun: Set = ["sp", "bsp", "finish_time_s", "beaten_lengths"]
}
