import SyntheticRacing

/// A jockey's record, counted by plain loops over the generator's rows, by no code of the engine.
struct PlainRecord: Equatable {
  var runs = 0
  var wins = 0
  var bets = 0
  /// Σ odds ÷ t of winners with a starting price, t tied for first, 10⁻⁶, each rounded half to even.
  var returnedMicros: Int64 = 0
}

/// Every jockey's record over all races: the answer the report is verified against.
struct PlainRecount {
  private let names: [String]
  private(set) var records: [String: PlainRecord] = [:]

  init(_ season: SyntheticSeason) { names = season.jockeyNames }

  mutating func add(_ block: RunnerBlock) {
    var first = 0
    while first < block.count {
      var end = first
      while end < block.count && block.raceID[end] == block.raceID[first] { end += 1 }
      add(block, race: first..<end)
      first = end
    }
  }

  private mutating func add(_ block: RunnerBlock, race: Range<Int>) {
    let ties = Int64(race.count { block.position[$0] == 1 })
    for row in race {
      guard SyntheticSeason.outcomeNames[Int(block.outcome[row])] != "non_runner" else { continue }
      var record = records[names[Int(block.jockey[row])]] ?? PlainRecord()
      record.runs += 1
      let isWinner = block.position[row] == 1
      record.wins += isWinner ? 1 : 0
      let odds = block.spMicros[row]
      if odds > 0 { record.bets += 1 }
      if isWinner { record.returnedMicros += Self.quotient(odds, ties) }
      records[names[Int(block.jockey[row])]] = record
    }
  }

  private static func quotient(_ odds: Int64, _ ties: Int64) -> Int64 {
    let (whole, rest) = (odds / ties, odds % ties)
    if 2 * rest == ties { return whole + (whole & 1) }
    return 2 * rest > ties ? whole + 1 : whole
  }
}
