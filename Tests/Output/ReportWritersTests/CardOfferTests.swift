import Columns
import Foundation
import Racing
import StoreSupport
import Testing

@testable import Cards
@testable import ReportWriters
@testable import RunnerKeys

/// The order of a card's runners, prices on offer, chances and values.
struct CardOfferTests {
  /// Before the day, Ann won one of 2 runs, Bob and Cy one of 4; Eve has none.
  private static let csv = """
    race_id,date,number,horse,jockey,position,outcome,sp
    1,2026-06-01,1,A,Ann,1,,3
    1,2026-06-01,2,B,Bob,2,,4
    1,2026-06-01,3,C,Cy,3,,4
    2,2026-06-02,1,A,Ann,2,,3
    2,2026-06-02,2,B,Bob,1,,4
    2,2026-06-02,3,C,Cy,3,,6
    3,2026-06-03,2,B,Bob,2,,2
    3,2026-06-03,3,C,Cy,1,,2
    4,2026-06-03,2,B,Bob,2,,2
    4,2026-06-03,3,C,Cy,3,,9
    4,2026-06-03,4,D,Dee,1,,2
    5,2026-06-05,1,Red,Cy,,,
    5,2026-06-05,2,Blue,Bob,,,
    5,2026-06-05,3,Green,Ann,,,
    5,2026-06-05,4,Grey,Dee,,non_runner,
    6,2026-06-05,1,White,Ann,,,
    6,2026-06-05,2,Black,Eve,,,
    """

  private let request: CardRequest
  private let columns: CardColumns
  private let unpriced: DayCard

  init() throws {
    var request = try CardRequest(day: Day(iso: "2026-06-05")!, dimensions: ["jockey"])
    request.scope.windows = [.all]
    self.request = request
    columns = try CardColumns(figures: ["runs", "win_rate", "ae"])
    unpriced = try CardJob(request, from: StoreFixture.snapshot(csv: Self.csv)).run()
  }

  /// Returns the card with the prices 3.5, 5, 3 and 2 of the first race.
  private func priced(_ chances: [String?] = []) throws -> DayCard {
    var card = unpriced
    let prices = ["3.5", "5", "3", "2"].map { try? Odds.decimal($0) }
    card.setOffers { race, index in
      guard race == "5" else { return nil }
      let chance = index < chances.count ? chances[index].flatMap { Decimal6($0) } : nil
      return CardOffer(price: prices[index], chance: chance)
    }
    return card
  }

  private func horses(_ order: String) throws -> [String?] {
    var card = unpriced
    try CardOrder(order, columns, request, hasOffers: false, hasChances: false).sort(&card, columns)
    return card.races[0].runners.map(\.horse)
  }

  private static func cells(_ card: DayCard, _ names: [String], _ columns: CardColumns)
    -> [[String]]
  {
    let lines = CSVCardWriter.text(card, columns).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().map { line in
      names.map { line[lines[0].firstIndex(of: $0)!] }
    }
  }

  @Test(arguments: [
    ("jockey_all_win_rate", ["Green", "Red", "Blue", "Grey"]),
    ("jockey_all_win_rate:asc", ["Red", "Blue", "Green", "Grey"]),
    ("horse", ["Blue", "Green", "Red", "Grey"]), ("number:desc", ["Green", "Blue", "Red", "Grey"]),
    ("draw", ["Red", "Blue", "Green", "Grey"]),
  ])
  func `runners are ordered by any column, withdrawn ones last`(order: String, horses: [String])
    throws
  {
    #expect(try self.horses(order) == horses)
  }

  @Test(arguments: [
    ("win_rate", "found the column win_rate; expected jockey_all_win_rate"),
    (
      "jocky_all_runs", "found the column jocky_all_runs; expected jockey_all_runs"
    ),
    ("value", "found the column value; expected a column of the report"),
    ("horse:up", "found up; expected asc or desc"),
  ])
  func `a column that the card lacks is named with the nearest one`(order: String, message: String)
  {
    let error = #expect(throws: ReportError.self) {
      try CardOrder(order, columns, request, hasOffers: false, hasChances: false)
    }
    #expect(error?.description == "--order-by: \(message)")
  }

  @Test func `an order is shown, with its column`() throws {
    var card = unpriced
    let name = "jockey_all_win_rate"
    try CardOrder(name, columns, request, hasOffers: false, hasChances: false).sort(&card, columns)
    let lines = CardText.text(card).split(separator: "\n")
    #expect(lines[0].contains(" · by \(name)") && lines[3].contains(name))
    #expect(lines[4].contains("Green") && lines[4].contains("0.500000"))
    try CardOrder("draw", columns, request, hasOffers: false, hasChances: false)
      .sort(&card, columns)
    let header = CardText.text(card).split(separator: "\n")[3]
    #expect(header.split(separator: " ").count { $0 == "draw" } == 1)
  }

  @Test func `a chance is the column's share of the race, a value price × chance − 1`() throws {
    var card = try priced()
    let column = try ChanceColumn("jockey_all_win_rate", columns, request, offered: [])
    // Eve has no rate.
    #expect(column.setChances(&card) == 1)
    let cells = Self.cells(card, ["horse", "price", "chance", "value"], columns)
    #expect(
      cells == [
        ["Red", "3.5", "0.250000", "-0.125000"], ["Blue", "5", "0.250000", "0.250000"],
        ["Green", "3", "0.500000", "0.500000"], ["Grey", "2", "", ""], ["White", "", "", ""],
        ["Black", "", "", ""],
      ])
    let text = CardText.text(card).split(separator: "\n")
    let shown = text[5].split(separator: " ").map(String.init)
    #expect(text[3].contains("price  chance %  value %"))
    #expect(shown.contains("Blue") && shown.contains("5") && shown.contains("25.0"))
    #expect(shown.contains("25"))
    let json = JSONCardWriter.text(card, columns)
    #expect(json.contains(#""price":5,"chance":0.250000,"value":0.250000,"#))
  }

  @Test func `numbers beside the prices are shares too, but not if one is missing`() throws {
    let column = try ChanceColumn("model", columns, request, offered: ["model"])
    var card = try priced(["30", "10", "40", "900"])
    #expect(column.setChances(&card) == 1)
    let chances = Self.cells(card, ["chance"], columns).prefix(4).map { $0[0] }
    #expect(chances == ["0.375000", "0.125000", "0.500000", ""])
    var partial = try priced(["30", nil, "40", "900"])
    #expect(column.setChances(&partial) == 2)
  }

  @Test func `A/E counts per chance at the price`() throws {
    var card = try priced()
    _ = try ChanceColumn("jockey_all_ae", columns, request, offered: []).setChances(&card)
    let cells = Self.cells(card, ["jockey_all_ae", "price", "chance"], columns).prefix(3)
    let weights = cells.map { Double($0[0])! / Double($0[1])! }
    for (weight, cell) in zip(weights, cells) {
      #expect(abs(weight / weights.reduce(0, +) - Double(cell[2])!) < 1e-6)
    }
  }

  @Test func `a column that gives no chance is named with what does`() {
    let error = #expect(throws: ReportError.self) {
      try ChanceColumn("jockey_all_runs", columns, request, offered: [])
    }
    #expect(error?.expected == "jockey_all_ae")
    let short = #expect(throws: ReportError.self) {
      try ChanceColumn("ae", columns, request, offered: [])
    }
    #expect(short?.expected == "jockey_all_ae")
  }
}
