import Testing

/// Settlements that others print, asked of `railbird settle`; `KnownAnswerTests` names the pages.
struct SettleKnownAnswerTests {
  /// A bet on the runner Star of a race of its own.
  private struct Example {
    let id: String
    var book = "gb"
    var kind = "win"
    let stake: String
    let price: String
    var position = 1
    var tied = 1
    var starters = 9
    /// The ticket's places and fraction.
    var places = ""
    var fraction = ""
    /// Cells of the withdrawn runner, behind its name: at, price, deduction, reduction and
    /// place_reduction.
    var withdrawn: [String] = []
    /// `returned` or `profit`, and its value.
    let cell: (name: String, value: Double)
    var tolerance = 1e-9
  }

  private static let deadHeats = [
    Example(id: "E051", stake: "10", price: "10/1", tied: 2, cell: ("returned", 55)),
    Example(
      id: "E054", book: "exchange", kind: "place", stake: "60", price: "6.0", position: 2, tied: 4,
      places: "3", cell: ("returned", 180)),
    Example(
      id: "E055", book: "exchange", stake: "300", price: "4.0", tied: 3, cell: ("profit", 100)),
    Example(id: "E056", stake: "10", price: "7.0", tied: 2, cell: ("returned", 35)),
    Example(
      id: "E059", book: "exchange", stake: "10", price: "4.0", tied: 2, cell: ("profit", 10)),
    Example(
      id: "E061", book: "exchange", stake: "50", price: "11.0", tied: 4, cell: ("profit", 87.5)),
    Example(
      id: "E063", book: "exchange", kind: "place_lay", stake: "2", price: "1.87", places: "3",
      cell: ("profit", -1.74)),
  ]

  private static let plain = [
    Example(id: "E058", book: "exchange", stake: "2", price: "10.0", cell: ("profit", 18)),
    Example(
      id: "E058 loser", book: "exchange", stake: "2", price: "10.0", position: 2,
      cell: ("profit", -2)),
    Example(
      id: "E064", kind: "each_way", stake: "2", price: "10.0", places: "3", fraction: "1/5",
      cell: ("profit", 21.6)),
    Example(
      id: "E064 placed", kind: "each_way", stake: "2", price: "10.0", position: 3,
      cell: ("profit", 1.6)),
    Example(
      id: "E064 loser", kind: "each_way", stake: "2", price: "10.0", position: 4,
      cell: ("profit", -4)),
    Example(
      id: "E065", kind: "each_way", stake: "10", price: "10.0", starters: 7,
      cell: ("profit", 112.5)),
    Example(
      id: "E065 placed", kind: "each_way", stake: "10", price: "10.0", position: 2, starters: 7,
      cell: ("profit", 12.5)),
    Example(
      id: "E066", kind: "each_way", stake: "20", price: "16/1", position: 3, places: "3",
      fraction: "1/4", cell: ("returned", 100)),
  ]

  private static let deductions = [
    Example(
      id: "40 back", stake: "10", price: "10/1", withdrawn: ["2/5", "", "", ""],
      cell: ("returned", 40)),
    Example(
      id: "E068", kind: "each_way", stake: "10", price: "7/4", withdrawn: ["13/8", "", "", ""],
      cell: ("profit", 13.65)),
    Example(
      id: "E069", kind: "each_way", stake: "10", price: "7/4", position: 2,
      withdrawn: ["13/8", "", "", ""], cell: ("profit", 2.28 - 10), tolerance: 0.006),
    Example(
      id: "E070", kind: "each_way", stake: "10", price: "4/1", position: 2,
      withdrawn: ["6/4", "", "", ""], cell: ("profit", 4.8 - 10)),
    // https://help.williamhill.com.au/betting/racing-deductions/
    Example(
      id: "Australia", book: "au", stake: "10", price: "4.00", withdrawn: ["", "42", "", ""],
      cell: ("returned", 23.2)),
    Example(
      id: "E075", book: "exchange", stake: "10", price: "8.6", withdrawn: ["", "", "16.2", ""],
      cell: ("profit", 62.1)),
    Example(
      id: "E076", book: "exchange", stake: "1", price: "4.0", withdrawn: ["", "", "9.69", ""],
      cell: ("returned", 3.61)),
    Example(
      id: "E077 place", book: "exchange", kind: "place", stake: "10", price: "8.0", places: "3",
      withdrawn: ["", "", "25", "25"], cell: ("profit", 52.5)),
    Example(
      id: "E077 win", book: "exchange", stake: "1", price: "8.0", withdrawn: ["", "", "25", ""],
      cell: ("returned", 6)),
    Example(
      id: "E080 floor", book: "exchange", stake: "1", price: "3.2",
      withdrawn: ["", "", "75.18", ""], cell: ("returned", 1.01)),
    Example(
      id: "E080 10", book: "exchange", stake: "1", price: "10", withdrawn: ["", "", "75.18", ""],
      cell: ("returned", 2.48)),
  ]

  @Test func `published bets return what their page says`() throws {
    let examples = Self.deadHeats + Self.plain + Self.deductions
    var runners = [
      "race_id,date,off_time,course,country,handicap,number,horse,jockey,position,outcome,sp"
    ]
    var bets = [
      "day,race_id,selection,kind,stake,price,rule_book,placed,places,fraction"
    ]
    var gone = ["day,race_id,selection,at,price,deduction,reduction,place_reduction"]
    for example in examples {
      let race = "\(example.id),2024-06-01,2024-06-01T13:00:00Z,York,GB,false"
      // Those ahead, Star and those tied with it, and all others behind.
      for number in 1...example.starters {
        let isTied = (example.position..<example.position + example.tied).contains(number)
        let horse = number == example.position ? "Star" : "Rival \(number)"
        let position = isTied ? example.position : number
        runners.append("\(race),\(number),\(horse),Ann,\(position),finished,9")
      }
      if !example.withdrawn.isEmpty {
        runners.append("\(race),20,Gone,Bob,,non_runner,")
        let cells = example.withdrawn.joined(separator: ",")
        gone.append("2024-06-01,\(example.id),Gone,2024-06-01T12:00:00Z,\(cells)")
      }
      bets.append(
        "2024-06-01,\(example.id),Star,\(example.kind),\(example.stake),\(example.price),"
          + "\(example.book),2024-06-01T09:00:00Z,\(example.places),\(example.fraction)")
    }
    func text(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }
    let rows = try BetStore(text(runners)).settled(text(bets), withdrawn: text(gone))
    try #require(rows.count == examples.count)
    for (example, row) in zip(examples, rows) {
      #expect(row["state"] == "settled", "\(example.id): \(row["reason"] ?? "")")
      let found = Double(row[example.cell.name] ?? "") ?? .nan
      #expect(
        abs(found - example.cell.value) <= example.tolerance,
        "\(example.id): found \(found); expected \(example.cell.value)")
    }
  }

  /// E079: a liability of 200 becomes 75 in the win market and 100 in the place market.
  @Test func `the liability of a starting-price lay shrinks with a removal`() throws {
    let work = try BetStore(
      """
      race_id,date,course,country,number,horse,position,outcome,bsp,place_bsp
      r,2024-06-01,York,GB,1,Star,1,finished,5,2
      r,2024-06-01,York,GB,2,Rival,2,finished,4,2
      r,2024-06-01,York,GB,3,Other,3,finished,4,2
      r,2024-06-01,York,GB,4,Last,4,finished,4,2
      r,2024-06-01,York,GB,5,Gone,,non_runner,,

      """)
    let rows = try work.settled(
      """
      day,race_id,selection,kind,liability,price,rule_book,placed,places,factor
      2024-06-01,r,Star,lay,200,bsp,exchange,2024-06-01T09:00:00Z,,20
      2024-06-01,r,Star,place_lay,200,bsp,exchange,2024-06-01T09:00:00Z,3,

      """,
      withdrawn: """
        day,race_id,selection,at,reduction,place_reduction
        2024-06-01,r,Gone,2024-06-01T12:00:00Z,50,50

        """)
    #expect(rows.map { $0["staked"] } == ["75.000000", "100.000000"])
    #expect(rows.map { $0["returned"] } == ["0.000000", "0.000000"])
  }
}
