import BetSettlement
import Columns
import Racing
import TabularFiles

/// The race and runner that a row of a file names.
public struct RaceQuery: Hashable, Sendable {
  /// The race day, local to the course.
  public let day: Day
  /// The stored key of the race.
  public let raceID: String?
  /// The racecourse, in any spelling.
  public let course: String?
  /// The off time, µs since 1970 UTC.
  public let off: Int64?
  /// The number on the day's card.
  public let raceNumber: Int?
  /// The horse, in any spelling.
  public let selection: String?
  /// Its saddlecloth number.
  public let number: Int?
}

/// A bet of a file.
public struct PlacedBet: Sendable {
  /// The line in a CSV file, the row from 1 in a JSON file.
  public let line: Int
  /// The race and runner.
  public let race: RaceQuery
  /// The bet.
  public let bet: RaceBet
  /// The rule book.
  public let book: RuleBook.Name
  /// The row's own rate of commission.
  public let commission: Commission?
  /// The cells of the file's columns, in their order.
  public let cells: [String?]
}

/// A file of bets.
public struct BetFile: Sendable {
  /// The columns with a meaning for bets; any other column is a key of totals.
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
  private let places: [String: Int]

  /// Reads a file.
  ///
  /// - Parameter path: A CSV file with a header, a JSON list of objects, or NDJSON.
  /// - Throws: ``SettleError`` `.file` when it cannot be read, `.mistakes` when cells are invalid.
  public init(_ path: String) throws(SettleError) {
    let file: CellFile
    do throws(FileError) {
      file = try CellFile(path)
      try file.require(["day", "kind", "price", "rule_book"])
    } catch {
      throw .file(error)
    }
    self.path = path
    places = Dictionary(uniqueKeysWithValues: file.columns.enumerated().map { ($1, $0) })
    otherColumns = file.columns.filter { !Self.columns.contains($0) }
    var bets: [PlacedBet] = []
    var mistakes: [String] = []
    for row in file.rows {
      var cells = CellReading(file, row, places)
      let bet = Self.bet(&cells, row)
      mistakes += cells.mistakes
      if let bet, cells.mistakes.isEmpty { bets.append(bet) }
    }
    guard mistakes.isEmpty else { throw .mistakes(mistakes) }
    self.bets = bets
  }

  /// Returns a cell of a bet; nil if it is empty, or the file has no such column.
  public func text(_ column: String, _ bet: PlacedBet) -> String? {
    places[column].flatMap { bet.cells[$0] }
  }

  // MARK: - Implementation

  private static func bet(_ cells: inout CellReading, _ row: CellFile.Row) -> PlacedBet? {
    let race = cells.race()
    let kind = cells.word("kind", BetKind.self)
    let book = cells.word("rule_book", RuleBook.Name.self)
    let price = cells.required("price", "odds such as 4.5 or 7/2, or sp, bsp or tote", price)
    let stake = cells.amount("stake", largest: RaceBet.largestStakeMicros)
    let liability = cells.amount("liability", largest: RaceBet.largestStakeMicros)
    if let kind { checkAmounts(kind, &cells) }
    let commission = cells.part("commission", of: 1, "a rate from 0 to 1")
    let terms = ticketTerms(&cells)
    guard let race, let kind, let book, let price, let amount = liability ?? stake,
      cells.mistakes.isEmpty
    else { return nil }
    var bet = RaceBet(kind, stakeMicros: amount, isLiability: liability != nil, at: price)
    bet.placePrice = terms.price
    bet.placedAt = terms.placed
    bet.places = terms.places
    bet.divisor = terms.divisor
    bet.ownFactor = terms.factor
    return PlacedBet(
      line: row.line, race: race, bet: bet, book: book,
      commission: commission.flatMap { Commission(rateMicros: $0.micros) }, cells: row.cells)
  }

  private static func price(_ text: String) -> BetPrice? {
    switch text.lowercased() {
    case "sp": .sp
    case "bsp": .bsp
    case "tote": .tote
    default: CellReading.odds(text).map { .taken($0) }
    }
  }

  private static func checkAmounts(_ kind: BetKind, _ cells: inout CellReading) {
    let (stake, liability) = (cells.text("stake"), cells.text("liability"))
    if let liability, !kind.isLay {
      cells.expect("liability", found: liability, "nothing for a bet that is no lay")
    } else if let liability, stake != nil {
      cells.expect("liability", found: liability, "a stake or a liability")
    } else if stake == nil, liability == nil {
      cells.expect("stake", found: nil, kind.isLay ? "a stake, or a liability" : "a stake")
    }
  }

  private struct TicketTerms {
    let price: PrintedOdds?
    let placed: Int64?
    let places: Int?
    let divisor: Int64?
    let factor: Decimal6?
  }

  private static func ticketTerms(_ cells: inout CellReading) -> TicketTerms {
    TicketTerms(
      price: cells.odds("place_price"), placed: cells.instant("placed"),
      places: cells.value("places", "a whole number from 1 to 40") { text in
        Int(text).flatMap { (1...40).contains($0) ? $0 : nil }
      },
      divisor: cells.value("fraction", "a fraction of the odds from 1/1 to 1/20") { text in
        guard text.hasPrefix("1/") else { return nil }
        return Int64(text.dropFirst(2)).flatMap { (1...20).contains($0) ? $0 : nil }
      },
      factor: cells.part("factor", of: 100, "a percentage from 0 to 100"))
  }
}
