import BetSettlement
import Columns
import Mappings
import Racing

/// A row of a log of bets, on its way to a bet.
///
/// Words and amounts become the texts that a file of bets has, and are read like its cells.
struct LogRow {
  private let rows: LogRows
  private let index: Int

  /// Takes a row.
  init(_ rows: LogRows, _ index: Int) {
    self.rows = rows
    self.index = index
  }

  /// Returns the row's bet; a fault if it has no day, as totals below a log have none.
  func bet() -> Result<PlacedBet, LogFault> {
    guard let day = rows.day(index) else {
      let found =
        rows.fault(index).flatMap { $0.field == "date" ? $0.detail : nil }
        ?? "found nothing; expected a day"
      return .failure(LogFault(message: "\(rows.path):\(rows.line(index)): date: \(found)"))
    }
    let kind = text("kind").flatMap(BetWords.kind)
    var row = BetRow(rows.path, line: rows.line(index), cells(day, kind), rows.places)
    var bet = placed(&row, kind)
    bet.logged = LoggedResult(
      word: text("result"), profitMicros: amount("profit"), returnedMicros: amount("returned"))
    return .success(bet)
  }

  // MARK: - Bets

  private func placed(_ row: inout BetRow, _ kind: BetWords.Kind?) -> PlacedBet {
    func unread(_ gap: SettlementGap) -> PlacedBet {
      PlacedBet(row: row, ticket: .unread(gap), book: book, commission: nil)
    }
    row.readRace(isKnownByRunner: true)
    switch kind {
    case .other(let reason):
      return unread(
        SettlementGap(.notOffered, "\(text("kind") ?? "") is \(reason); no rule book settles it"))
    case nil:
      return unread(
        unreadable(
          "kind", found: text("kind"), "win, place, each way, lay, or a pool such as quinella"))
    default: break
    }
    if let fault = rows.fault(index) {
      return unread(SettlementGap(.unreadable, "\(fault.field): \(fault.detail)"))
    }
    if case .pool(let pool) = kind { return pooled(&row, pool) }
    if let bet = BetFile.bet(&row, ofLog: true) { return bet }
    return unread(unreadable(row))
  }

  private func pooled(_ row: inout BetRow, _ pool: PoolBet.Pool) -> PlacedBet {
    let numbers = PoolBet.numbers(in: text("number") ?? text("horse") ?? "")
    let stake = row.amount("stake", largest: RaceBet.largestStakeMicros)
    let ticket: PlacedBet.Ticket
    if Set(numbers).count != pool.size || numbers.count != pool.size {
      ticket = .unread(
        unreadable(
          "number", found: text("number") ?? text("horse"),
          "the \(pool.size) numbers of one \(pool.rawValue)"))
    } else if let stake, row.mistakes.isEmpty {
      ticket = .pool(PoolBet(pool, numbers, stakeMicros: stake))
    } else {
      if row.text("stake") == nil { row.expect("stake", found: nil, "a stake") }
      ticket = .unread(unreadable(row))
    }
    return PlacedBet(row: row, ticket: ticket, book: .tote, commission: nil)
  }

  private func unreadable(_ row: BetRow) -> SettlementGap {
    let place = "\(rows.path):\(rows.line(index)), column "
    let mistake = row.mistakes.first ?? "\(place)the row: found nothing; expected a bet"
    return SettlementGap(
      .unreadable,
      String(mistake.hasPrefix(place) ? mistake.dropFirst(place.count)[...] : mistake[...]))
  }

  private func unreadable(_ field: String, found: String?, _ expected: String) -> SettlementGap {
    SettlementGap(
      .unreadable, "\(field): found \(found.map { "\"\($0)\"" } ?? "nothing"); expected \(expected)"
    )
  }

  // MARK: - Cells

  /// Returns the cells of a file of bets, then the log's other columns.
  private func cells(_ day: Day, _ kind: BetWords.Kind?) -> [String?] {
    var number = text("number")
    var horse = text("horse")
    if case .pool = kind {
      (horse, number) = (number ?? horse, nil)
    } else if let found = number.map(PoolBet.numbers), horse != nil || found.count == 1 {
      number = found.count == 1 ? "\(found[0])" : nil
    }
    var cells: [String: String] = [:]
    cells["day"] = day.iso
    cells["off"] = rows.moment("off_time", index)
    cells["race"] = text("race_no")
    for name in ["course", "race_id", "places"] { cells[name] = text(name) }
    (cells["selection"], cells["number"]) = (horse, number)
    cells["kind"] = text("kind")
    if case .race(let kind) = kind { cells["kind"] = kind.rawValue }
    cells["stake"] = stake(isEachWay: kind == .race(.eachWay))
    cells["liability"] = amountText("liability")
    cells["price"] = price("price")
    cells["place_price"] = price("place_price")
    cells["rule_book"] = book?.rawValue ?? text("rule_book")
    cells["placed"] = rows.moment("placed_at", index)
    cells["fraction"] = fraction
    cells["factor"] = text("factor")
    cells["commission"] = commission
    return BetFile.columns.map { cells[$0] } + rows.others(index)
  }

  private func text(_ field: String) -> String? { rows.text(field, index) }

  private var book: RuleBook.Name? { text("rule_book").flatMap(BetWords.book) }

  /// Returns an amount in millionths; nil without one, and for a text that is none.
  private func amount(_ field: String) -> Int64? {
    text(field).flatMap { text in
      rows.mapping.fields[field].flatMap { AmountText.micros(text, $0) }
    }
  }

  /// Returns an amount as a plain number; a text that is none stays, to be named as a mistake.
  private func amountText(_ field: String) -> String? {
    amount(field).map { Decimal6(micros: $0).description } ?? text(field)
  }

  /// The stake of each part: half of the whole ticket's if the bet is each way.
  private func stake(isEachWay: Bool) -> String? {
    guard text("stake") == nil, let whole = amount("total_stake") else {
      return amountText("stake") ?? text("total_stake")
    }
    guard isEachWay else { return Decimal6(micros: whole).description }
    return whole % 2 == 0 ? Decimal6(micros: whole / 2).description : text("total_stake")
  }

  /// Returns a price in the notation of files of bets; a text that is none stays.
  private func price(_ field: String) -> String? {
    // A pool pays its dividend, whatever odds the log notes.
    if field == "price", book == .tote { return BetPrice.tote.name }
    guard let text = text(field) else { return nil }
    return BetWords.price(text)?.name ?? LoggedOdds.text(text, rows.mapping.fields[field]) ?? text
  }

  /// The fraction of an each-way ticket: `1/5`, also printed as `1/5 odds` or `⅕`.
  private var fraction: String? {
    guard let text = text("fraction") else { return nil }
    return text.firstMatch(of: /1 ?[\/⁄] ?([0-9]+)/).map { "1/\($0.1)" }
      ?? ["½": "1/2", "⅓": "1/3", "¼": "1/4", "⅕": "1/5", "⅙": "1/6"][text] ?? text
  }

  /// The rate of commission, which may be printed in percent.
  private var commission: String? {
    guard let text = text("commission"), text.hasSuffix("%") else { return text("commission") }
    return Decimal6(String(text.dropLast())).map {
      Decimal6(micros: $0.micros / 100).description
    } ?? text
  }
}
