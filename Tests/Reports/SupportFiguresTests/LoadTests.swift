import ReportWriters
import SupportFigures
import TestSupport
import Testing
import StoreTables

/// The days of a store, counted by hand.
struct LoadTests {
  @Test func `each day has what every domain did on it`() throws {
    let load = try SupportStore.ofAllDomains().load(asOf: "2024-05-04")
    #expect(
      CellTable(load).csv == """
        day,tickets,messages,customer_messages,agent_messages,races,runners,bets,bets_taken,players,\
        promotions_begun,boosts_begun,boosts_ended,points_transactions
        2024-04-01,0,0,0,0,0,0,1,1,1,0,0,0,0
        2024-05-01,9,18,9,6,2,7,3,2,2,1,2,1,0
        2024-05-02,1,4,1,2,1,2,1,0,0,1,0,0,2
        2024-05-03,2,5,3,2,0,0,0,0,0,1,1,1,0

        """)
  }

  @Test func `a window leaves earlier days out, and knows their domains`() throws {
    let store = try SupportStore(SupportReportTests.tickets)
    try store.addBets()
    let all = try store.load(asOf: "2024-05-04")
    let two = try store.load(days: 2, asOf: "2024-05-04")
    #expect(two == Array(all.suffix(2)) && two.map(\.day.iso) == ["2024-05-02", "2024-05-03"])
    #expect(try store.load(days: 1, asOf: "2024-05-01").isEmpty)
    // The bets before are of the same month, and then of earlier ones alone.
    for (day, asOf) in [("2024-04-30", "2024-05-01"), ("2024-06-30", "2024-07-01")] {
      try store.write([TestTicket("a", day + "T10:00:00Z")])
      #expect(try store.load(days: 1, asOf: asOf).map(\.betting?.bets) == [0])
    }
  }

  @Test func `a domain that the store lacks is empty, and not none`() throws {
    let store = try SupportStore(SupportReportTests.tickets)
    let none = try store.load(asOf: "2024-05-04")
    #expect(CellTable(none).csv.contains("\n2024-05-01,9,18,9,6,,,,,,,,,\n"))
    #expect(CellTable(none).json.contains(#""agent_messages":6,"races":null,"#))
    try store.addRaces()
    let some = try store.load(asOf: "2024-05-04")
    #expect(CellTable(some).csv.contains("\n2024-05-03,2,5,3,2,0,0,,,,,,,\n"))
  }

  @Test func `what is dated from the as-of day on changes no byte`() throws {
    let store = try SupportStore(SupportReportTests.tickets)
    let before = try store.load(asOf: "2024-05-04")
    try store.write(
      PromotionTables.items, PromotionTables.itemFields, 202405,
      [
        [
          "kind": .name("banners"), "item_id": .name("1"), "status": .name("published"),
          "ingest_time": .moment("2024-05-04T00:00:00Z"),
          "event_time": .moment("2024-05-01T00:00:00Z"),
        ]
      ])
    #expect(try store.load(asOf: "2024-05-04") == before)
    #expect(try store.load(asOf: "2024-05-05")[0].promotions?.begun == 1)
  }

  @Test func `a race of a runner that is not there ends with an error`() throws {
    let store = try SupportStore(SupportReportTests.tickets)
    try store.addRaces()
    try store.write("runners", [.init("race_index", .int32)], 202405, [["race_index": .number(3)]])
    #expect(throws: SupportError.self) { try store.load(asOf: "2024-05-04") }
  }
}
