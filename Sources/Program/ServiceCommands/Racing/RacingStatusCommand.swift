import ArgumentParser
import CommandTools
import DomainFeeds
import PoniRacing

struct RacingStatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Checks whether the service can be reached and used; never shows the key.",
    discussion: "Exit codes: 0 when the service answers, 1 when it does not.")

  @OptionGroup var options: RacingOptions

  private struct Status: Encodable {
    let base_url: String
    let api_status: Bool
    let can_use_real_data: Bool
    let interval_seconds: Double
    let rate_limit_warnings: Int
    let memory_mb: Double
  }

  func run() async throws {
    try await options.reporting(isCheck: true) { manager in
      let service = manager.realDataService
      let isThere = await service.checkConnection()
      let status = Status(
        base_url: service.settings.baseURL.absoluteString, api_status: isThere,
        can_use_real_data: manager.canUseRealData,
        interval_seconds: service.currentRequestInterval,
        rate_limit_warnings: service.rateLimitWarningCount,
        memory_mb: (getMemoryUsage() * 10).rounded() / 10)
      if options.json {
        Console.print(try RacingText.json(status))
      } else {
        Console.print("Service: \(status.base_url)")
        Console.print("API Status: \(status.api_status)")
        Console.print("Can use real data: \(status.can_use_real_data)")
        Console.print("Seconds between requests: \(status.interval_seconds)")
        Console.print("Rate limit warnings: \(status.rate_limit_warnings)")
        Console.print("Memory used: \(status.memory_mb) MB")
      }
      guard !isThere else { return }
      let cause = service.hasAPIKey ? service.lastFailure : RacingFetch.missingKey
      if let cause { Console.fail("racing: \(cause)") }
      throw ExitCode(1)
    }
  }
}
