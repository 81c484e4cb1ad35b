import ArgumentParser
import BetSettlement
import ColumnStore
import Columns
import CommandTools
import Questions
import Racing
import RunnerKeys

/// The bets on the qualifiers of past days.
struct QualifierBetOptions: ParsableArguments {
  @Flag(
    name: .long,
    help: "Settle a bet on each runner that qualified by what was known before its race.")
  var settle = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The first day with --settle, in place of --date.", valueName: "date"))
  var from: String?

  @Option(
    name: .long,
    help: ArgumentHelp("The last day (default: the store's last).", valueName: "date"))
  var to: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The bet: \(RaceBet.Kind.allCases.map(\.rawValue).joined(separator: ", ")) (default: win).",
      valueName: "kind"), completion: .list(RaceBet.Kind.allCases.map(\.rawValue)))
  var kind: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The price: sp, bsp, tote, or one by name, such as price_early or morning_wap (default: the "
        + "store's market).", valueName: "price"),
    completion: .list(QualifierBetOptions.startingPrices))
  var at: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "The stake on each; of a lay the backer's (default: 1).", valueName: "amount"))
  var stake: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("The liability of each lay, in place of --stake.", valueName: "amount"))
  var liability: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "A total for an angle's runners of a race, divided so that each returns the same.",
      valueName: "total"))
  var dutch: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "The exchange's commission on net winnings (default: that of the angle).", valueName: "rate"))
  var commission: String?

  private static let startingPrices = ["sp", "bsp", "tote"]

  func validate() throws {
    let given = [
      ("--from", from), ("--to", to), ("--kind", kind), ("--at", at), ("--stake", stake),
      ("--liability", liability), ("--dutch", dutch), ("--commission", commission),
    ].filter { $0.1 != nil }.map(\.0)
    if !settle, let name = given.first {
      throw ValidationError("\(name): found no --settle; expected it")
    }
    for (name, text) in [("--from", from), ("--to", to)] {
      if let text { try DayArgument.check(text, name) }
    }
    if to != nil, from == nil { throw ValidationError("--to: found no --from; expected it") }
    if let from, let to, to < from {
      throw ValidationError("--to: found \(to); expected a day from \(from) on")
    }
    let amounts = given.filter { ["--stake", "--liability", "--dutch"].contains($0) }
    if amounts.count > 1 {
      throw ValidationError("\(amounts[1]): found \(amounts[0]) too; expected one of them")
    }
    let bet = try betKind()
    _ = try amount()
    _ = try rate()
    if liability != nil, !bet.isLay {
      throw ValidationError("--liability: found \(bet.rawValue); expected a lay")
    }
    if dutch != nil, bet != .win && bet != .place || at == "tote" {
      throw ValidationError("--dutch: expected bets to win or on a place, at odds")
    }
  }

  /// The commission of all bets; nil for each angle's own.
  func rate() throws -> Commission? { try commission.map { try Commission(option: $0) } }

  /// Returns the days of the bets.
  ///
  /// - Throws: A ``ValidationError``, or a ``ReportError`` for damaged races.
  func days(_ meeting: MeetingOptions, of snapshot: Snapshot) throws -> ClosedRange<Day> {
    guard let first = from.flatMap({ Day(iso: $0) }) else {
      let day = try meeting.day()
      return day...day
    }
    if let last = to.flatMap({ Day(iso: $0) }) { return first...last }
    let stored = try snapshot.raceDays()
    return first...max(first, stored?.upperBound ?? first)
  }

  /// Returns the bet on each runner, and the rule book that settles it.
  ///
  /// A price of the exchange is settled by its rules, any other one by those of British bookmakers,
  /// which are all alike for bets to win at a starting price.
  ///
  /// - Throws: ``ReportError`` `.unknownPrice` for a price that the store lacks, a
  ///   ``ValidationError`` for a bet that the rule book lacks.
  func bet(of snapshot: Snapshot, on day: Day) throws -> (bet: RaceBet, book: RuleBook.Name) {
    let price = try price(at ?? snapshot.ownMarket.column, among: snapshot.namedPrices)
    let book: RuleBook.Name =
      switch price {
      case .bsp: .exchange
      case .tote: .tote
      case .named(let named) where named.isOfExchange || named.isOfPlaceMarket: .exchange
      case .sp, .named, .taken: .gb
      }
    var bet = RaceBet(
      try betKind(), stakeMicros: try amount(), isLiability: liability != nil, at: price)
    bet.isStruckAtOff = true
    guard RuleBook(book, on: day).offers(bet) else {
      throw ValidationError(
        "--kind: found \(bet.kind.rawValue) at \(price.name); expected a bet of the rule book "
          + "\(book.rawValue), by docs/settlement.md, §4")
    }
    return (bet, book)
  }

  /// Returns the bet in words: `win, 1 on each, at sp`.
  func words(at price: BetPrice) -> String {
    let kind = (kind ?? RaceBet.Kind.win.rawValue).replacing("_", with: " ")
    let amount =
      dutch.map { "a dutch of \($0) in each race" }
      ?? liability.map { "a liability of \($0) on each" } ?? "\(stake ?? "1") on each"
    return "\(kind), \(amount), at \(price.name)"
  }

  // MARK: - Implementation

  private func betKind() throws -> RaceBet.Kind {
    guard let kind else { return .win }
    guard let found = RaceBet.Kind(rawValue: kind) else {
      throw ValidationError(
        "--kind: found \(kind); expected one of "
          + RaceBet.Kind.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return found
  }

  private func amount() throws -> Int64 {
    let options = [("--stake", stake), ("--liability", liability), ("--dutch", dutch)]
    let given = options.compactMap { name, text in text.map { (name, $0) } }
    guard let (name, text) = given.first else { return Decimal6.one }
    let largest = RaceBet.largestStakeMicros
    guard let micros = Decimal6(text)?.micros, (1...largest).contains(micros) else {
      throw ValidationError(
        "\(name): found \(text); expected an amount above 0 and at most "
          + "\(Decimal6(micros: largest))")
    }
    return micros
  }

  private func price(_ name: String, among known: [String]) throws(ReportError) -> BetPrice {
    switch name {
    case "sp": return .sp
    case "bsp": return .bsp
    case "tote": return .tote
    default:
      if known.contains(name), let price = NamedPrice.of(column: name) { return .named(price) }
      throw .unknownPrice(place: "--at", found: name, among: Self.startingPrices + known)
    }
  }
}
