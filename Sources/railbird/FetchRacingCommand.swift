import APICore
import ArgumentParser
import Columns
import DomainFeeds
import Foundation
import HTTPTransport
import Logging
import PoniRacing

struct FetchRacingCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "racing",
    abstract: "Fetches race cards and results of Horse Racing USA.",
    discussion: """
      Asks for the races of each day, then for each race, one request at a time; answers that the \
      store has are not asked for again, but for those of the last days, which may be amended. A \
      fetch that is cut off goes on where it was when the same command is run again.

      The key comes from RAILBIRD_RACING_API_KEY, or from a file of NAME=value lines with mode 0600.

      Examples:
        railbird fetch racing --store S --from 2024-11-01 --to 2024-11-30
        railbird fetch racing --store S --credentials ~/.railbird
        railbird fetch racing --store S --base-url http://127.0.0.1:8080 --interval 0.01

      Exit codes: 0 done, 1 failed or stopped by the service, 64 bad usage, 65 finished, but \
      answers could not be read and are asked for again by the next fetch, 130 interrupted.
      """)

  @OptionGroup var work: WorkOptions
  @Option(name: .long, help: ArgumentHelp("The store's folder; made if absent.", valueName: "dir"))
  var store: String
  @OptionGroup var range: FetchDaysOptions
  @OptionGroup var service: RacingServiceOptions

  func run() async throws {
    let console = Console(work)
    try await reportingErrors {
      let fetch = try fetch(console)
      try await FetchOutcome.of(work, console, store: store, rows: "runners") {
        () async throws(FetchError) in try await fetch.run()
      }
    }
  }

  // MARK: - Implementation

  private func fetch(_ console: Console) throws -> RacingFetch {
    let settings = service.settings { console.note($0) }
    let key = try service.key()
    var fetch = RacingFetch(
      store: store, days: try range.days(of: store), settings: settings,
      transport: AsyncHTTPTransport(),
      authorization: RapidAPIKey(baseURL: settings.baseURL) { key?.exposed },
      log: Logger(label: "railbird.racing") { _ in SwiftLogNoOpLogHandler() })
    fetch.refreshDays = range.refreshDays
    fetch.threads = work.threadCount
    fetch.progress = { console.progress(FetchText.line($0)) }
    fetch.note = { console.note($0) }
    return fetch
  }
}
