import Columns
import Testing

@testable import EntityReports
@testable import RunnerKeys

struct KeptMonthsTests {
  private let months = [202401, 202402, 202403, 202404, 202405, 202406].map { Month($0) }

  private func settled(_ asOf: String, _ windows: [String]) throws -> Int {
    KeptMonths.settled(months, asOf: Day(iso: asOf)!, windows: try Window.list(windows))
  }

  @Test func `a month is settled when its last day is older than every window`() throws {
    #expect(try settled("2025-03-01", ["all"]) == 2)
    #expect(try settled("2025-03-31", ["all", "14d"]) == 2)
    #expect(try settled("2025-04-01", ["all"]) == 3)
    #expect(try settled("2025-04-01", ["400d", "all"]) == 1)
    #expect(try settled("2024-06-01", ["all"]) == 0)
    #expect(try settled("2031-01-01", ["all", "36500d"]) == 0)
    #expect(try settled("2031-01-01", ["all"]) == 6)
  }

  @Test func `what is kept grows by many months or not at all`() {
    #expect(KeptMonths.wanted(settled: 2, kept: 0) == nil)
    #expect(KeptMonths.wanted(settled: 3, kept: 0) == 1)
    #expect(KeptMonths.wanted(settled: 20, kept: 0) == 18)
    #expect(KeptMonths.wanted(settled: 20, kept: 18) == nil)
    #expect(KeptMonths.wanted(settled: 26, kept: 18) == nil)
    #expect(KeptMonths.wanted(settled: 27, kept: 18) == 25)
  }
}
