import Testing

@testable import RunnerKeys

struct FilterFieldSizeTests {
  /// The field size as in exported runners: the source's, otherwise the number of starters.
  @Test(arguments: [
    ("field_size = 2", ["Cy", "Dee"]), ("field_size = 9", ["Ann", "Bob"]),
    ("field_size < 9", ["Cy", "Dee"]), ("field_size is null", []),
  ])
  func `a field size that is not given is the number of starters`(
    text: String, names: [String]
  ) throws {
    let table = try ReportTable(
      """
      race_id,date,field_size,number,jockey,position,outcome
      1,2026-01-01,9,1,Ann,1,
      1,2026-01-01,9,2,Bob,2,
      2,2026-01-01,,1,Cy,1,
      2,2026-01-01,,2,Dee,2,
      2,2026-01-01,,3,Eve,,non_runner
      """
    ) { $0.filter = try! Filter(text) }
    #expect(table.names == names)
  }
}
