import BetSettlement
import Columns
import Racing

extension SettleJob {
  /// The bets of one total: those of a name, kind and rule book on a race.
  private struct Ticket: Hashable {
    let dutch: String
    let race: Int
    let kind: RaceBet.Kind
    let book: RuleBook.Name
  }

  /// A bet of a ticket with its runner.
  private struct Part {
    let index: Int
    let runner: Int
    let bet: RaceBet
  }

  /// Divides the totals of dutches among their bets.
  ///
  /// A bet whose race or runner is not found stays as it is, and its ticket has no part for it.
  ///
  /// - Parameters:
  ///   - books: The rule books in use.
  ///   - races: The races.
  /// - Returns: All bets, in the file's order.
  /// - Throws: ``SettleError`` `.mistakes` for tickets of several totals.
  func parts(
    _ books: inout [BookDay: RuleBook], _ races: BetRaces
  ) throws(SettleError) -> [PlacedBet] {
    var bets = file.bets
    var tickets: [Ticket: [Part]] = [:]
    var mistakes: [String] = []
    for (index, placed) in bets.enumerated() {
      guard let dutch = placed.dutch, let bet = placed.bet, let book = placed.book,
        case .success(let race) = races.find(placed.row),
        case .success(let runner) = races.runner(placed.row, of: race)
      else { continue }
      let ticket = Ticket(dutch: dutch, race: race, kind: bet.kind, book: book)
      if let total = tickets[ticket]?.first?.bet.stakeMicros, total != bet.stakeMicros {
        mistakes.append(
          placed.row.mistake(
            "stake", found: placed.row.text("stake"),
            "\(Decimal6(micros: total)), the total of \(dutch) as in its first bet on the race"))
      }
      tickets[ticket, default: []].append(Part(index: index, runner: runner, bet: bet))
    }
    guard mistakes.isEmpty else { throw .mistakes(mistakes) }
    for (ticket, parts) in tickets {
      let book = Self.book(ticket.book, on: bets[parts[0].index].row.day, &books)
      for (part, own) in zip(parts, Self.divided(parts, book, races.races[ticket.race])) {
        switch own {
        case .success(let bet): bets[part.index].ticket = .race(bet)
        case .failure(let gap): bets[part.index].gap = gap
        }
      }
    }
    return bets
  }

  // MARK: - Implementation

  /// Returns the bets of a ticket with their parts of its total.
  ///
  /// A withdrawn runner without a price has no part: its market formed without it. Any other
  /// missing price leaves all bets of the ticket unsettled.
  private static func divided(
    _ parts: [Part], _ book: RuleBook, _ race: BetRace
  ) -> [Result<RaceBet, SettlementGap>] {
    var odds: [Ratio?] = []
    for part in parts {
      do throws(SettlementGap) {
        odds.append(try book.odds(of: part.bet, on: part.runner, in: race))
      } catch {
        guard [.nonRunner, .void].contains(race.runners[part.runner].outcome) else {
          return parts.map { _ in .failure(error) }
        }
        odds.append(nil)
      }
    }
    var stakes = Dutch.stakes(ofTotal: parts[0].bet.stakeMicros, at: odds.compactMap { $0 })[...]
    return zip(parts, odds).map { part, odds in
      guard odds != nil else {
        return .failure(
          SettlementGap(
            .priceUnknown,
            "\(race.runners[part.runner].name) was withdrawn without a price: it has no part of the "
              + "total"))
      }
      guard let stake = stakes.popFirst(), stake > 0 else {
        return .failure(
          SettlementGap(.unreadable, "stake: found a total too small to be divided"))
      }
      return .success(part.bet.staking(stake))
    }
  }
}
