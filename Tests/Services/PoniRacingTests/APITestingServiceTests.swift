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
    #expect(
      testing.testResults.dropLast().map(\.message) == [
        "the key has the form of one", "the service answers", "3 races", "race 901 has 3 runners",
        "1 results", "1 horses found", "found COPPER LANTERN", "6 past races", "4 wins of 16",
        "3 wins of 12", "3 races mapped, each with off time and distance",
        "a race that does not exist gives status 404",
      ])
    let pace = try #require(testing.testResults.last?.message.split(separator: " "))
    #expect(pace.prefix(3) == ["two", "requests", "were"] && (Int(pace[3]) ?? 0) >= 1000)
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

  @Test func `checks of mapping, errors and pace warn where there is something to find`()
    async throws
  {
    let served = try ServedRacing { request in
      let race = #"{"id_race": "901", "date": "2020-11-08 16:50:00", "distance": "far"}"#
      return switch request.target.prefix(6) {
      case "/race/": .json(race)
      default: request.index == 0 ? .json("{}", status: 429) : .json("[\(race)]")
      }
    }
    let testing = APITestingService(served.service())
    await testing.runAllTests()
    let results = Dictionary(uniqueKeysWithValues: testing.testResults.map { ($0.check, $0) })
    #expect(results[.dataMapping]?.status == .warning)
    #expect(results[.dataMapping]?.details == ["901: distance far"])
    #expect(results[.errorHandling]?.status == .warning)
    #expect(results[.errorHandling]?.details == ["race 901"])
    #expect(results[.rateLimiting]?.status == .warning)
    #expect(
      results[.rateLimiting]?.details == ["the service reported too many requests 1 times"])
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
    (APITestStatus.notRun, "not_run", "○", TerminalColor.gray, 90),
    (.running, "running", "…", .blue, 34), (.passed, "passed", "✓", .green, 32),
    (.failed, "failed", "✗", .red, 31), (.warning, "warning", "!", .yellow, 33),
  ])
  func `a status has a name, a symbol and a colour`(
    status: APITestStatus, name: String, icon: String, color: TerminalColor, code: Int
  ) {
    #expect(status.rawValue == name && status.icon == icon && status.color == color)
    #expect(color.painted("x") == "\u{1B}[\(code)mx\u{1B}[0m")
  }
}
