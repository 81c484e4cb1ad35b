import Testing
import StoreTables

struct SeasonTablesTests {
  @Test(arguments: SeasonTables.rebuiltTables)
  func `every table has columns, each once, that say where a row comes from`(table: String) throws {
    let names = try #require(SeasonTables.exportedFields(of: table)).map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.suffix(2) == ["source", "import_id"])
    #expect(names.contains(table == SeasonTables.pointsLedger ? "event_time" : "reported_at"))
  }

  @Test func `another domain's table has none`() {
    #expect(SeasonTables.exportedFields(of: "race_runners") == nil)
  }
}
