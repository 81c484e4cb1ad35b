import ArgumentParser
import CommandTools
import DomainFeeds
import PoniRacing

struct RacingSelftestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "selftest",
    abstract: "Checks the way to the service and back: key, endpoints, mapping, errors, pace.",
    discussion: """
      A warning means that the service has no data to check with, as on a day without races.

      Exit codes: 0 when no check fails, 1 when one does.
      """)

  @OptionGroup var options: RacingOptions

  private struct Row: Encodable {
    let name: String
    let status: String
    let message: String
    let details: [String]
    let seconds: Double?
  }

  func run() async throws {
    try await options.reporting(isCheck: true) { manager in
      let testing = APITestingService(manager.realDataService, on: options.day)
      let isText = !options.json
      await testing.runAllTests { result in if isText { Self.show(result) } }
      if options.json {
        var lines = JSONLines()
        for result in testing.testResults {
          try lines.print(
            Row(
              name: result.testName, status: result.status.rawValue, message: result.message,
              details: result.details, seconds: result.duration))
        }
        lines.end()
      }
      if !manager.realDataService.hasAPIKey { Console.fail("racing: \(RacingFetch.missingKey)") }
      if testing.testResults.contains(where: { $0.status == .failed }) { throw ExitCode(1) }
    }
  }

  private static func show(_ result: APITestResult) {
    let status = "\(result.status.icon) \(result.testName) \(result.status.rawValue)"
    let shown = Console.outIsTerminal ? result.status.color.painted(status) : status
    Console.print(painted: shown, result.message.isEmpty ? "" : ": " + result.message)
    for detail in result.details { Console.print("    " + detail) }
  }
}
