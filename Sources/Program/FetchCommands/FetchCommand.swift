import APICore
import ArgumentParser
import CommandTools
import DomainFeeds
import HTTPTransport
import Logging

/// `railbird fetch`: fetches services' data into the store.
struct FetchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch",
    abstract: "Fetches new data from a service into the store.",
    discussion: """
      Examples:
        railbird fetch racing --store S --from 2024-11-01 --to 2024-11-30
        railbird fetch racing --store S
        railbird fetch points --store S --base-url https://club.example --season xc \\
          --year 2024
        railbird fetch promotions --store S --base-url https://book.example
        railbird fetch betting --store S
        railbird fetch support --store S --base-url https://support.example \\
          --customer c-1
      """,
    subcommands: [
      FetchRacingCommand.self, FetchPointsCommand.self, FetchPromotionsCommand.self,
      FetchBettingCommand.self, FetchSupportCommand.self,
    ])

  /// The section on exit codes in every fetch's help.
  static let exitCodes = """
    Exit codes: 0 done, 1 failed or stopped by the service, 64 bad usage, 65 finished, but some \
    answers, or parts of them, were unreadable: such answers are requested again by the next \
    fetch, 74 stored, but the disk or standard output failed afterwards, 130 interrupted.
    """
}

/// The options of every fetch.
struct FetchOptions: ParsableArguments {
  @OptionGroup var work: WorkOptions
  @Option(
    name: .long, help: ArgumentHelp("The store's folder; made if absent.", valueName: "dir"),
    completion: .directory)
  var store: String

  /// Makes the common part of every fetch.
  ///
  /// - Parameters:
  ///   - settings: Host and pace.
  ///   - authorization: The client's credentials; nil if none are needed.
  ///   - console: The output of progress and notes.
  ///   - transport: The transport of requests.
  /// - Returns: The job.
  func job(
    _ settings: APISettings, authorization: (any Authorization)? = nil, _ console: Console,
    transport: any Transport = AsyncHTTPTransport()
  ) -> FetchJob {
    var job = FetchJob(
      store: store, settings: settings, transport: transport,
      authorization: authorization,
      log: Logger(label: "railbird.\(settings.api)") { _ in SwiftLogNoOpLogHandler() })
    job.threads = work.threadCount
    job.progress = { progress in
      let rate = console.rest(of: "requests", done: progress.done)
      console.progress(FetchText.line(progress, rate: rate))
    }
    job.note = { console.note($0) }
    job.finding = { console.finding($0) }
    return job
  }
}

/// A subcommand of `railbird fetch`; all run in the same way.
protocol FetchSubcommand: AsyncParsableCommand {
  /// The name of the stored rows in messages.
  static var rows: String { get }

  var options: FetchOptions { get }

  /// Makes the fetch.
  func fetch(_ console: Console) throws -> any Fetch

  /// Cleans up after the fetch, whatever its end.
  func end(_ fetch: any Fetch) throws
}

extension FetchSubcommand {
  func end(_ fetch: any Fetch) throws {}

  /// Runs the fetch to its end, or until it is interrupted.
  func run() async throws {
    let console = Console(options.work)
    try await reportingErrors {
      let fetch = try fetch(console)
      let task = Task { () async -> Result<FetchSummary, FetchError> in
        do throws(FetchError) { return .success(try await fetch.run()) } catch {
          return .failure(error)
        }
      }
      let signals = StopSignals {
        console.note("stopping; the answers so far are stored")
        task.cancel()
      }
      let outcome = await task.value
      signals.cancel()
      console.clear()
      try end(fetch)
      let summary = try outcome.get()
      if !summary.imports.isEmpty { Console.recordChange("the answers so far are stored") }
      if !options.work.quiet {
        for line in FetchText.lines(summary, rows: Self.rows) { Console.print(line) }
      }
      console.noteRejected(
        summary.imports.reduce(0) { $0 + $1.rejected }, store: options.store)
      try summary.reportEnd(console)
    }
  }
}

extension FetchSummary {
  /// Reports an unsuccessful end, and throws its exit code.
  fileprivate func reportEnd(_ console: Console) throws {
    switch end {
    case .complete:
      if !malformed.isEmpty {
        Console.fail("some answers could not be read; run the same command again to request them")
      } else if oddityCount > 0 {
        let parts = oddityCount == 1 ? "1 part" : "\(grouped(oddityCount)) parts"
        let hint = console.isQuiet ? "; run without --quiet to list them" : ""
        Console.fail("\(parts) of the answers could not be read\(hint)")
      } else {
        return
      }
      throw ExitCode(65)
    case .cancelled:
      console.note("interrupted; run the same command again to continue")
      throw ExitCode(130)
    case .stopped(let reason) where newCount + changedCount + unchangedCount + resumedCount == 0:
      Console.fail(reason)
      throw ExitCode(1)
    case .stopped(let reason):
      Console.fail("\(reason); the answers so far are kept; run the same command again to continue")
      throw ExitCode(1)
    case .notStored(let reason), .unread(let reason):
      Console.fail(reason)
      throw ExitCode(1)
    }
  }
}
