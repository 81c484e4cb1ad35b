import Kernels

extension FigureSums {
  /// Adds the sums to a row of a block of measures; see ``Measure``.
  func add(to measures: UnsafeMutablePointer<Int64>) {
    measures[Measure.runs] &+= runs
    measures[Measure.wins] &+= wins
    measures[Measure.places] &+= places
    measures[Measure.expectedWins] &+= expectedWins
    measures[Measure.winShares] &+= winShares
    measures[Measure.prb] &+= prb
    measures[Measure.prbRuns] &+= prbRuns
    measures[Measure.formLow] &+= formLow
    measures[Measure.formHigh] &+= formHigh
    measures[Measure.formWeight] &+= formWeight
    sp.add(to: measures + Measure.first(of: 0))
    tote.add(to: measures + Measure.first(of: 1))
    bsp.add(to: measures + Measure.first(of: 2))
  }

  /// Takes a row of a block of measures.
  init(_ measures: UnsafePointer<Int64>, sequence: RunSequence) {
    self.init()
    self.sequence = sequence
    runs = measures[Measure.runs]
    wins = measures[Measure.wins]
    places = measures[Measure.places]
    expectedWins = measures[Measure.expectedWins]
    winShares = measures[Measure.winShares]
    prb = measures[Measure.prb]
    prbRuns = measures[Measure.prbRuns]
    formLow = measures[Measure.formLow]
    formHigh = measures[Measure.formHigh]
    formWeight = measures[Measure.formWeight]
    sp = Bets(measures + Measure.first(of: 0))
    tote = Bets(measures + Measure.first(of: 1))
    bsp = Bets(measures + Measure.first(of: 2))
  }
}

extension FigureSums.Bets {
  fileprivate func add(to measures: UnsafeMutablePointer<Int64>) {
    let mask: Int128 = 1 << Measure.limbBits - 1
    let middle = profitSquares >> Int128(Measure.limbBits)
    measures[Measure.bets] &+= count
    measures[Measure.profit] &+= profit
    measures[Measure.squareLow] &+= Int64(truncatingIfNeeded: profitSquares & mask)
    measures[Measure.squareMiddle] &+= Int64(truncatingIfNeeded: middle & mask)
    measures[Measure.squareHigh] &+= Int64(
      truncatingIfNeeded: profitSquares >> Int128(2 * Measure.limbBits))
    measures[Measure.profitTimesBets] &+= profitTimesBets
    measures[Measure.betSquares] &+= betSquares
  }

  fileprivate init(_ measures: UnsafePointer<Int64>) {
    count = measures[Measure.bets]
    profit = measures[Measure.profit]
    profitTimesBets = measures[Measure.profitTimesBets]
    betSquares = measures[Measure.betSquares]
    profitSquares =
      Int128(measures[Measure.squareLow])
      + Int128(measures[Measure.squareMiddle]) << Int128(Measure.limbBits)
      + Int128(measures[Measure.squareHigh]) << Int128(2 * Measure.limbBits)
  }
}
