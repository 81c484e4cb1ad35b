import APICore
import FeedContract
import Foundation
import PoniRacing
import Synchronization
import Testing

struct APITestingServiceTests {
  @Test func `there are thirteen checks, in order, not run at first`() throws {
    let testing = APITestingService(try ServedRacing.live().service())
    #expect(
      testing.testResults.map(\.testName) == [
        "API Key Format", "API Connection", "Today's Races", "Race Details", "Race Results",
        "Horse Search", "Horse Details", "Horse Results", "Jockey Statistics",
        "Trainer Statistics", "Data Mapping", "Error Handling", "Rate Limiting",
      ])
    #expect(testing.testResults.allSatisfy { $0.status == .notRun && $0.duration == nil })
    #expect(Set(testing.testResults.map(\.id)).count == 13)
  }

  @Test func `all checks pass where the service is well`() async throws {
    let testing = APITestingService(try ServedRacing.live().service())
    let told = Mutex<[String]>([])
    await testing.runAllTests { result in told.withLock { $0.append(result.testName) } }
    for result in testing.testResults {
      #expect(result.status == .passed, "\(result.testName): \(result.message)")
      #expect(result.duration != nil)
    }
    #expect(told.withLock { $0 } == testing.testResults.map(\.testName))
    let report = testing.exportReport()
    #expect(report.contains("✓ Today's Races passed") && report.contains("3 races"))
    #expect(report.hasSuffix("13 passed\n") && !report.contains(ServedRacing.key))
    testing.clearResults()
    #expect(testing.testResults.allSatisfy { $0.status == .notRun })
  }

  @Test func `on a day without races the checks warn`() async throws {
    let served = try ServedRacing(["/racecards?date=2020-11-08": "[]"])
    let testing = APITestingService(served.service())
    await testing.runAllTests()
    let statuses = Dictionary(
      uniqueKeysWithValues: testing.testResults.map { ($0.check, $0.status) })
    #expect(statuses[.connection] == .passed && statuses[.todaysRaces] == .warning)
    #expect(statuses[.dataMapping] == .warning && statuses[.rateLimiting] == .passed)
  }

  @Test func `a refused key fails the checks and says what to do`() async throws {
    let served = try ServedRacing { _ in .json(#"{"message": "unknown key"}"#, status: 401) }
    let testing = APITestingService(served.service())
    await testing.runAllTests()
    let races = testing.testResults[2]
    #expect(races.status == .failed && races.message.hasPrefix("Invalid API key."))
    let cause = "status 401 to GET /racecards: unknown key"
    #expect(races.details == [cause] + APIError.invalidAPIKey.advice)
    #expect(testing.testResults[1].details == [cause])
    #expect(testing.exportReport().contains("    Confirm active subscription"))
  }

  @Test func `without a key the first check fails`() async throws {
    let testing = APITestingService(try ServedRacing.live().service(key: nil))
    await testing.runAllTests()
    #expect(testing.testResults[0].status == .failed)
    #expect(testing.testResults.contains { $0.status == .passed } == false)
  }

  @Test(arguments: [
    (APITestStatus.notRun, "not_run", "○", TerminalColor.gray), (.running, "running", "…", .blue),
    (.passed, "passed", "✓", .green), (.failed, "failed", "✗", .red),
    (.warning, "warning", "!", .yellow),
  ])
  func `a status has a name, a symbol and a colour`(
    status: APITestStatus, name: String, icon: String, color: TerminalColor
  ) {
    #expect(status.rawValue == name && status.icon == icon && status.color == color)
    #expect(color.painted("x").hasPrefix("\u{1B}[") && color.painted("x").hasSuffix("\u{1B}[0m"))
  }
}
