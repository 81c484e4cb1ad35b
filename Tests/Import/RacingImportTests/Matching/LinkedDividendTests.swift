import Testing

struct LinkedDividendTests {
  private static let yaml = """
    name: tote
    description: A tote's dividends
    tables:
      dividends:
        feeds: dividends
        recognised_by: [pool]
        fields:
          race_id: {column: race_id}
          date: {column: date}
          pool: {column: pool}
          combination: {column: combination}
          dividend: {column: dividend}
          source: {column: source}
    """

  private static let first = """
    source,race_id,date,race_no,course,number,horse,position
    a,r1,2024-01-06,1,Ascot,1,Ann,1
    a,r1,2024-01-06,1,Ascot,2,Bea,2

    """

  private static let second = """
    source,race_id,date,race_no,course,number,horse,bsp
    b,9,2024-01-06,1,ASCOT,1,ANN,2.5
    b,9,2024-01-06,1,ASCOT,2,BEA,3

    """

  private static func dividends(_ rows: String...) -> String {
    "source,race_id,date,pool,combination,dividend\n" + rows.map { $0 + "\n" }.joined()
  }

  private static let win = dividends("b,9,2024-01-06,win,1,2.7", "b,9,2024-01-06,place,2,1.4")

  @Test func `dividends reach the race whichever file comes first`() throws {
    var outcomes: Set<[[String: String]]> = []
    for order in [[0, 1, 2], [0, 2, 1], [2, 0, 1]] {
      let store = TestStore()
      for file in order {
        switch file {
        case 0: try store.add(Self.first)
        case 1: try store.add(Self.second)
        default: #expect(try store.add(Self.win, yaml: Self.yaml).counts == [2, 2, 0, 0])
        }
      }
      let dividends = try store.rows("dividends").map { $0.filter { $0.key != "import_id" } }
      outcomes.insert(try store.rows() + dividends)
      #expect(try store.values("tote") == ["2.7", ""])
      #expect(try store.rows("dividends").map { $0["race_id"]! } == ["r1", "r1"])
      let again = try store.add(Self.win + "\n", yaml: Self.yaml)
      #expect(again.counts == [2, 0, 2, 0])
    }
    #expect(outcomes.count == 1)
  }

  @Test func `a file that states a dividend under two keys of a race states it once`() throws {
    for leads in [["b", "9"], ["a", "r1"]] {
      let store = TestStore()
      for file in [Self.first, Self.second] { try store.add(file) }
      let others = leads == ["a", "r1"] ? ["b", "9"] : ["a", "r1"]
      for (amount, new) in [("3.5", 1), ("3.7", 1), ("3.7", 0)] {
        // The first source's value stays.
        let rows = [(leads, amount), (others, "3.6")].map { keys, amount in
          "\(keys[0]),\(keys[1]),2024-01-06,win,1,\(amount)"
        }
        let file = Self.dividends(rows[0], rows[1]) + (new == 0 ? "\n" : "")
        #expect(try store.add(file, yaml: Self.yaml).counts == [2, new, 2 - new, 0])
        #expect(try store.values("tote") == [amount, ""])
        #expect(try store.rows("dividends").map { $0["dividend"]! } == [amount])
      }
    }
  }

  @Test func `dividends of another month reach the race whichever file comes first`() throws {
    let results = [Self.first, Self.second].map { $0.replacing("2024-01-06", with: "2024-01-31") }
    let win = Self.win.replacing("2024-01-06", with: "2024-02-01")
    for order in [[0, 1, 2], [0, 2, 1], [2, 0, 1]] {
      let store = TestStore()
      for file in order {
        if file < 2 {
          try store.add(results[file])
        } else {
          try store.add(win, yaml: Self.yaml)
        }
      }
      #expect(try store.values("tote") == ["2.7", ""], "\(order)")
      let dividends = try store.rows("dividends")
      #expect(dividends.map { $0["race_id"]! } == ["r1", "r1"], "\(order)")
      #expect(dividends.map { $0["date"]! } == ["2024-01-31", "2024-01-31"], "\(order)")
    }
  }

  @Test func `a dividend that another source has told stays, and counts once`() throws {
    let store = TestStore()
    try store.add(Self.first)
    try store.add(Self.dividends("a,r1,2024-01-06,win,1,2.6"), yaml: Self.yaml)
    try store.add(Self.win, yaml: Self.yaml)
    try store.add(Self.second)
    #expect(try store.values("tote") == ["2.6", ""])
    #expect(try store.rows("dividends").map { $0["dividend"]! } == ["1.4", "2.6"])
    let amended = Self.dividends("a,r1,2024-01-06,win,1,2.8", "b,9,2024-01-06,place,2,1.5")
    #expect(try store.add(amended, yaml: Self.yaml).replaced == 2)
    #expect(try store.values("tote") == ["2.8", ""])
    #expect(try store.add(Self.win + "\n", yaml: Self.yaml).counts == [2, 1, 1, 0])
  }

  @Test func `dividends of a race that moved follow it`() throws {
    let store = TestStore()
    try store.add(Self.first)
    try store.add(Self.second)
    try store.add(Self.first.replacing("2024-01-06", with: "2024-02-03"))
    try store.add(Self.win, yaml: Self.yaml)
    #expect(try store.values("tote") == ["2.7", ""])
    #expect(try store.rows("dividends").map { $0["date"]! } == ["2024-02-03", "2024-02-03"])
  }
}
