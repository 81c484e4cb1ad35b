import Testing

/// Dividends that are withdrawn, or dated otherwise than their race, in all orders of import.
struct DividendOrderTests {
  private static let yaml = """
    name: duo
    description: Results and dividends
    tables:
      results:
        feeds: runners
        recognised_by: [horse]
        key: [number, horse]
        fields:
          race_id: {column: race}
          date: {column: day}
          horse: {column: horse}
          number: {column: no}
          jockey: {column: jockey}
          position: {column: Fin}
          sp: {column: sp}
          tote: {column: tote, optional: true}
          tote_paid: {column: paid, optional: true}
      dividends:
        feeds: dividends
        recognised_by: [pool]
        fields:
          race_id: {column: race}
          date: {column: day}
          pool: {column: pool}
          combination: {column: comb}
          dividend: {column: div, bad: "null"}
          declared: {column: div, optional: true}
    """

  private static let results = """
    race,day,horse,no,jockey,Fin,sp
    A,2024-01-31,Ann,1,J,1,3
    A,2024-01-31,Bob,2,K,2,4

    """

  /// The same results with further columns.
  private static func results(_ names: String, _ ann: String, _ bob: String) -> String {
    results.replacing("Fin,sp", with: "Fin,sp,\(names)").replacing(",1,3", with: ",1,3,\(ann)")
      .replacing(",2,4", with: ",2,4,\(bob)")
  }

  private static func dividend(_ amount: String, on day: String = "2024-01-31") -> String {
    "race,day,pool,comb,div\nA,\(day),win,1,\(amount)\n"
  }

  private static func store(_ files: [String]) throws -> TestStore {
    let store = TestStore()
    for file in files { try store.add(file, yaml: yaml) }
    return store
  }

  /// Returns `tote` and `tote_paid` of each runner.
  private static func totes(_ store: TestStore) throws -> [String] {
    try store.rows().map { $0["tote"]! + " " + $0["tote_paid"]! }
  }

  /// Returns day, dividend and text of each dividend.
  private static func dividends(_ store: TestStore) throws -> [String] {
    try store.rows("dividends").map { row in
      ["date", "pool", "dividend", "declared"].map { row[$0] ?? "" }.joined(separator: " ")
    }
  }

  @Test(arguments: [["r", "3.4", "refund"], ["3.4", "r", "refund"], ["3.4", "refund", "r"]])
  func `a dividend that is withdrawn leaves no tote bet`(order: [String]) throws {
    let store = try Self.store(order.map { $0 == "r" ? Self.results : Self.dividend($0) })
    #expect(try Self.totes(store) == [" ", " "])
    #expect(try Self.dividends(store) == ["2024-01-31 win  refund"])
    try store.add(Self.dividend("5.6"), yaml: Self.yaml)
    #expect(try Self.totes(store) == ["5.6 true", " true"])
  }

  @Test func `a withdrawn dividend leaves those of other races`() throws {
    let other = Self.results.replacing("A,", with: "B,").replacing("-31", with: "-30")
    let declared = Self.dividend("2.2", on: "2024-01-30").replacing("A,", with: "B,")
    let store = try Self.store(
      [Self.results, other, Self.dividend("3.4"), declared, Self.dividend("refund")])
    #expect(try Self.totes(store) == ["2.2 true", " true", " ", " "])
  }

  @Test func `a tote that its file takes back marks no race`() throws {
    let (told, withdrawn) = (Self.results("tote", "3.4", ""), Self.results("tote", "", ""))
    let store = try Self.store([told])
    #expect(try Self.totes(store) == ["3.4 true", " true"])
    try store.add(withdrawn, yaml: Self.yaml)
    #expect(try Self.totes(store) == [" ", " "])
    #expect(try store.exported() == Self.store([withdrawn]).exported())
  }

  @Test func `what a file states of a race stays without its tote`() throws {
    for (stated, marked) in [("true", "true"), ("false", "true")] {
      let told = Self.results("tote,paid", "3.4,\(stated)", ",\(stated)")
      let store = try Self.store([told])
      #expect(try Self.totes(store) == ["3.4 \(marked)", " \(marked)"])
      let again = try store.add(told + "\n", yaml: Self.yaml)
      #expect(again.counts == [2, 0, 2, 0])
      try store.add(Self.results("tote", "", ""), yaml: Self.yaml)
      #expect(try Self.totes(store) == [" \(stated)", " \(stated)"])
    }
  }

  @Test func `what files state and dividends tell does not go by their order`() throws {
    for stated in ["true", "false", ""] {
      let told = Self.results("tote,paid", "4.4,\(stated)", "2.2,\(stated)")
      let (first, second) = (Self.dividend("3.4"), Self.dividend("refund"))
      for order in [[told, first, second], [first, told, second], [first, second, told]] {
        #expect(try Self.totes(Self.store(order)) == [" \(stated)", " \(stated)"])
      }
    }
  }

  @Test(arguments: [
    ["r1", "d1", "r2", "d3"], ["r1", "d1", "d3", "r2"], ["r1", "r2", "d1", "d3"],
    ["d1", "r1", "r2", "d3"], ["d1", "d3", "r1", "r2"], ["d1", "d3", "r2"], ["d2", "d3", "r2"],
    ["d1", "r2", "d3"], ["r1", "r2", "d3"], ["r2", "d3"], ["d3", "r2"], ["d3", "r1", "r2"],
  ])
  func `a dividend follows its race to another month`(order: [String]) throws {
    let files = [
      "r1": Self.results, "r2": Self.results.replacing("2024-01-31", with: "2024-02-01"),
      "d1": Self.dividend("3.4"), "d2": Self.dividend("4.4", on: "2024-02-01"),
      "d3": Self.dividend("5.6"),
    ]
    let store = try Self.store(order.map { files[$0]! })
    #expect(try Self.totes(store) == ["5.6 true", " true"])
    #expect(try Self.dividends(store) == ["2024-02-01 win 5.6 5.6"])
    #expect(try store.rows("races").map { $0["tote_paid"]! } == ["true"])
    let together = TestStore()
    _ = try together.add(order.map { try together.file(files[$0]!) }, yaml: Self.yaml)
    for table in ["runners", "dividends"] {
      #expect(try together.exported(table) == store.exported(table))
    }
    // The day of a known dividend says nothing new.
    let again = try store.add(Self.dividend("5.6") + "\n", yaml: Self.yaml)
    #expect(again.counts == [1, 0, 1, 0])
  }

  @Test func `a dividend on another day of the month has its race's`() throws {
    let (results, dividend) = (Self.results, Self.dividend("3.4", on: "2024-01-30"))
    for order in [[results, dividend], [dividend, results]] {
      let store = try Self.store(order)
      #expect(try Self.dividends(store) == ["2024-01-31 win 3.4 3.4"])
      #expect(try Self.totes(store) == ["3.4 true", " true"])
    }
  }

  @Test func `dividends of a race that is not stored lie on one day`() throws {
    let place = Self.dividend("1.2").replacing("win", with: "place")
    let store = try Self.store([place, Self.dividend("3.4", on: "2024-02-01")])
    #expect(
      try Self.dividends(store) == ["2024-02-01 place 1.2 1.2", "2024-02-01 win 3.4 3.4"])
  }

  @Test func `without the race its dividend is back on its own day`() throws {
    let store = try Self.store([Self.dividend("3.4", on: "2024-02-01"), Self.results])
    #expect(try Self.dividends(store) == ["2024-01-31 win 3.4 3.4"])
    #expect(try store.undo(2) == [2])
    #expect(try Self.dividends(store) == ["2024-02-01 win 3.4 3.4"])
    try store.add(Self.results + "\n", yaml: Self.yaml)
    #expect(try Self.totes(store) == ["3.4 true", " true"])
  }
}
