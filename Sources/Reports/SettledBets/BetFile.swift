import BetSettlement
import Columns
import Racing

/// A file of bets.
public struct BetFile: Sendable {
  /// The columns with a meaning for bets; any other column is a key of totals, as is `dutch`.
  public static let columns = [
    "day", "course", "off", "race", "race_id", "selection", "number", "kind", "stake",
    "liability", "price", "place_price", "rule_book", "placed", "places", "fraction", "factor",
    "commission",
  ]

  /// The file's path.
  public let path: String
  /// The columns other than ``columns``, in the file's order.
  public let otherColumns: [String]
  /// The bets, in the file's order.
  public let bets: [PlacedBet]
  /// Whether it is a log that a mapping read, whose rows have their own results.
  public let isLog: Bool
  /// Messages about rows of a log without a day, which are no bets.
  public let leftOut: [String]

  /// Reads a file.
  ///
  /// - Parameter path: A CSV file with a header, a JSON list of objects, or NDJSON.
  /// - Throws: ``SettleError`` `.file` when it cannot be read, `.mistakes` when cells are invalid.
  public init(_ path: String) throws(SettleError) {
    let file = try BetRow.read(
      BetRow.Source(path), requiring: ["day", "kind", "price", "rule_book"]
    ) { Self.bet(&$0) }
    self.path = path
    otherColumns = file.columns.filter { !Self.columns.contains($0) }
    bets = file.records
    (isLog, leftOut) = (false, [])
  }

  /// Takes the bets of a log.
  init(log path: String, otherColumns: [String], _ bets: [PlacedBet], leftOut: [String]) {
    (self.path, self.otherColumns, self.bets) = (path, otherColumns, bets)
    (isLog, self.leftOut) = (true, leftOut)
  }

  /// Takes bets that no file has.
  init(_ bets: [PlacedBet], otherColumns: [String]) {
    (path, self.otherColumns, self.bets) = ("the bets", otherColumns, bets)
    (isLog, leftOut) = (false, [])
  }

  /// Reads a row; nil if it has a mistake.
  static func bet(_ row: inout BetRow, ofLog isLog: Bool = false) -> PlacedBet? {
    row.readRace(isKnownByRunner: isLog)
    let kind = row.word("kind", RaceBet.Kind.self)
    let book = row.word("rule_book", RuleBook.Name.self)
    let price = row.required(
      "price", "odds such as 4.5 or 7/2, sp, bsp or tote, or a price by name such as price_early",
      price)
    let stake = row.amount("stake", largest: RaceBet.largestStakeMicros)
    let liability = row.amount("liability", largest: RaceBet.largestStakeMicros)
    if let kind { checkAmounts(kind, &row) }
    let commission = row.part("commission", of: 1, "a rate from 0 to 1")
    let terms = ownTerms(&row)
    let dutch = isLog ? nil : row.text("dutch")
    if let dutch, kind.map({ $0 != .win && $0 != .place }) ?? false || price == .tote {
      row.expect("dutch", found: dutch, "nothing but for bets to win or on a place, at odds")
    }
    guard let kind, let book, let price, let amount = liability ?? stake, row.mistakes.isEmpty
    else { return nil }
    var bet = RaceBet(kind, stakeMicros: amount, isLiability: liability != nil, at: price)
    bet.placePrice = terms.price
    bet.placedAt = terms.placed
    bet.places = terms.places
    bet.divisor = terms.divisor
    bet.ownFactor = terms.factor
    var placed = PlacedBet(
      row: row, ticket: .race(bet), book: book,
      commission: commission.flatMap { Commission(rateMicros: $0.micros) })
    placed.dutch = dutch
    return placed
  }

  private static func price(_ text: String) -> BetPrice? {
    switch text.lowercased() {
    case "sp": .sp
    case "bsp": .bsp
    case "tote": .tote
    default:
      BetRow.odds(text).map { BetPrice.taken($0) }
        ?? NamedPrice.of(column: text.lowercased()).map { BetPrice.named($0) }
    }
  }

  private static func checkAmounts(_ kind: RaceBet.Kind, _ row: inout BetRow) {
    let (stake, liability) = (row.text("stake"), row.text("liability"))
    if let liability, !kind.isLay {
      row.expect("liability", found: liability, "nothing for a bet that is no lay")
    } else if let liability, stake != nil {
      row.expect("liability", found: liability, "a stake or a liability")
    } else if stake == nil, liability == nil {
      row.expect("stake", found: nil, kind.isLay ? "a stake, or a liability" : "a stake")
    }
  }

  /// The terms of the ticket itself.
  private struct OwnTerms {
    let price: PrintedOdds?
    let placed: Int64?
    let places: Int?
    let divisor: Int64?
    let factor: Decimal6?
  }

  private static func ownTerms(_ row: inout BetRow) -> OwnTerms {
    OwnTerms(
      price: row.odds("place_price"), placed: row.instant("placed"),
      places: row.value("places", "a whole number from 1 to 40") { text in
        Int(text).flatMap { (1...40).contains($0) ? $0 : nil }
      },
      divisor: row.value("fraction", "a fraction of the odds from 1/1 to 1/20") { text in
        guard text.hasPrefix("1/") else { return nil }
        return Int64(text.dropFirst(2)).flatMap { (1...20).contains($0) ? $0 : nil }
      },
      factor: row.part("factor", of: 100, "a percentage from 0 to 100"))
  }
}
