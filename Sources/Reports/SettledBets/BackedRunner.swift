import BetSettlement
import Columns
import Racing

/// A runner of a store to bet on.
public struct BackedRunner: Sendable {
  /// The account of the bet, such as the angle that chose the runner.
  let account: String
  /// The account's rate of commission; nil for that of the rule book.
  let commission: Commission?
  let day: Day
  let raceID: String
  let horse: String?
  let number: Int?

  /// Names a runner.
  ///
  /// - Parameters:
  ///   - account: The account of the bet.
  ///   - commission: The account's rate of commission; nil for that of the rule book.
  ///   - day: The race day.
  ///   - raceID: The stored key of the race.
  ///   - horse: The horse's name.
  ///   - number: The saddlecloth number.
  public init(
    _ account: String, commission: Commission?, on day: Day, raceID: String, horse: String?,
    number: Int?
  ) {
    (self.account, self.commission) = (account, commission)
    (self.day, self.raceID, self.horse, self.number) = (day, raceID, horse, number)
  }
}

extension BetFile {
  /// The column of the accounts.
  public static let accountColumn = "angle"

  /// Makes the same bet on each of some runners.
  ///
  /// - Parameters:
  ///   - runners: The runners.
  ///   - bet: The bet; in a dutch its stake is the total of an account's runners of a race.
  ///   - book: The rule book.
  ///   - isDutch: Whether an account's runners of a race are a dutch.
  public init(
    on runners: [BackedRunner], _ bet: RaceBet, by book: RuleBook.Name, isDutch: Bool = false
  ) {
    let columns = [Self.accountColumn, "day", "race_id", "selection", "number"]
    let places = Dictionary(uniqueKeysWithValues: columns.enumerated().map { ($1, $0) })
    let bets = runners.enumerated().map { index, runner in
      let number = runner.number.map { "\($0)" }
      var row = BetRow(
        Self.accountColumn, line: index + 1,
        [runner.account, runner.day.iso, runner.raceID, runner.horse, number], places)
      row.readRace()
      var placed = PlacedBet(
        row: row, ticket: .race(bet), book: book, commission: runner.commission)
      placed.account = runner.account
      placed.dutch = isDutch ? runner.account : nil
      placed.hasReportedPlaces = true
      return placed
    }
    self.init(bets, otherColumns: [Self.accountColumn])
  }
}
