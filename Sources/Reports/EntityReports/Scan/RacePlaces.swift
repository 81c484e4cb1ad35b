import Racing
import RunnerKeys

/// The places of a race with losers of unknown position.
package struct RacePlaces {
  private struct Starter {
    let position: Int
    let isLost: Bool
    let won: Bool?
  }

  /// The race's place market at the exchange.
  let market: PlaceMarket
  private let starters: [Starter]

  /// Reads a race's starters.
  ///
  /// - Parameters:
  ///   - rows: The starters' rows of the month.
  ///   - race: The race.
  ///   - month: The month.
  package init(_ rows: some Collection<Int>, ofRace race: Int, _ month: MonthView) {
    starters = rows.map { row in
      Starter(
        position: Int(month.positions[row]),
        isLost: month.outcomes[row] == Int32(Outcome.lost.rawValue), won: month.placeWon(row))
    }
    market = PlaceMarket(ofRace: race, month)
  }

  /// The losers of unknown position, by their index among the starters.
  var losers: [Int] { starters.indices.filter { starters[$0].isLost } }

  /// Returns whether each starter is placed.
  ///
  /// - Parameter paid: The number of paid positions.
  /// - Returns: An answer per starter; nil if one is unknown, as rates of the others alone would
  ///   omit losers, or placed runners, more often.
  package func placed(paid: Int) -> [Bool]? {
    var placed: [Bool] = []
    for starter in starters {
      guard starter.isLost else {
        placed.append(starter.position > 0 && starter.position <= paid)
        continue
      }
      guard let isPlaced = market.isPlaced(won: starter.won, paid: paid) else { return nil }
      placed.append(isPlaced)
    }
    return placed
  }

  /// Returns the paid share of a stake on a loser of unknown position; nil if unknown.
  func share(of starter: Int, paid: Int) -> DeadHeatShare? {
    market.share(won: starters[starter].won, paid: paid)?.share
  }
}

extension PlaceMarket {
  /// Reads a race's runners; a runner without a result may have started.
  ///
  /// - Parameters:
  ///   - race: The race.
  ///   - month: The month.
  package init(ofRace race: Int, _ month: MonthView) {
    let outcomes = month.outcomes
    func ended(_ row: Int, as outcome: Outcome) -> Bool {
      outcomes[row] == Int32(outcome.rawValue)
    }
    self.init(
      places: month.placeWinners(race), starters: month.rows(ofRace: race),
      position: { row in
        ended(row, as: .lost) || ended(row, as: .unresolved) ? nil : Int(month.positions[row])
      },
      won: { row in
        Outcome.isStarter(code: outcomes[row]) || ended(row, as: .unresolved)
          ? month.placeWon(row) : false
      })
  }
}
