import AngleSearch
import ArgumentParser
import ColumnStore
import Columns
import CommandTools
import Foundation
import Questions
import Racing
import ReportWriters
import RunnerKeys
import StoreImport
import Synchronization
import SystemFiles
import TabularFiles

struct SearchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Finds the best angles of all combinations of keys; separates luck from skill.",
    discussion: """
      Every value of every combination of the keys is an angle. All winners are redrawn by the \
      market's probabilities, many times: family p is the share of these seasons of pure luck whose \
      best angle is as good. Writes search.csv, search.json and summary.json. After an interruption \
      the same command goes on. docs/search.md defines the columns.

      Examples:
        railbird search --store S --keys jockey,trainer,course,going,draw --out out
        railbird search --store S --keys jockey,course,distance_band --depth 2 \\
          --min-runs 50 --show
        railbird search --store S \\
          --keys 'trainer,band(days_since_last_run, 7, 30),class' \\
          --where "handicap" --rank-by roi --out out
        railbird search --store S --keys jockey,trainer --permutations 10000 \\
          --seed 7 --out out

      Exit codes: 0 done, 1 failed, 64 bad usage, 130 interrupted.
      """)

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var work: WorkOptions
  @OptionGroup var aliasOptions: AliasOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Keys by commas, as for report --by; bands such as 'band(sp, 2, 4, 8)'.",
      valueName: "list"), completion: .names(Dimension.keyNames))
  var keys: String

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("The most keys of one angle, 1 to 4.", valueName: "n"))
  var depth = 3

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Drop angles with fewer runs.", valueName: "n"))
  var minRuns = 30

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Number of times that all winners are redrawn.", valueName: "n"))
  var permutations = 1000

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Chooses the random numbers.", valueName: "n"))
  var seed: UInt64 = 1

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Rank by wins over the market's expectation (ae) or by luck in the return at the starting "
        + "price (roi).", valueName: "figure"),
    completion: .list(SearchRequest.Ranking.allCases.map(\.rawValue)))
  var rankBy = SearchRequest.Ranking.ae.rawValue

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Number of angles to show.", valueName: "n"))
  var top = 20

  @OptionGroup var scope: ScopeOptions
  @OptionGroup var empty: EmptyOptions
  @Option(name: .long, help: .baseline, completion: .list(MarketBaseline.names))
  var baseline: String?

  @Option(
    name: .long,
    help: ArgumentHelp("Folder of the files; made if absent.", valueName: "dir"),
    completion: .directory)
  var out: String?

  @OptionGroup var summary: SummaryOptions

  func validate() throws { _ = try request() }

  func run() throws {
    let console = Console(work)
    try reportingErrors {
      let folder = try out.map { try OutputFolder($0) }
      var request = try request()
      request.threads = work.threadCount
      request.aliases = try aliasOptions.aliases(store: storeOptions.store)
      let snapshot = try Snapshot.reported(store: storeOptions.store, and: [RacingTables.imports])
      let job = try SearchJob(request, from: snapshot)
      try empty.check(
        request.filter, by: request.keys, at: "--keys",
        with: StoreCheck(
          snapshot, aliases: request.aliases, rules: request.facts, before: request.asOf))
      // A search may take hours, so the folder is locked only while its results are written.
      let file = try out.map {
        SearchStateFile(try OutputFolder($0, isHeld: false).prepared(SearchStateFile.name))
      }
      guard let report = try searched(job, file, console) else {
        let advice = file == nil ? "" : "; run the same command again to continue"
        console.note("interrupted\(advice)")
        throw ExitCode(130)
      }
      try console.noteDoubtfulDay(of: snapshot, isAsked: request.asOf != nil)
      if summary.printsSummary(beside: out, work) {
        Console.print(SearchText.text(report), terminator: "")
      } else if let reason = SearchText.reason(report) {
        console.note("\(SearchText.counts(report)). \(reason)")
      }
      console.noteMarket(report.request.facts.market)
      guard let out, let folder else { return }
      let files = try [CellTable(report)].files(as: summary.formats())
      let sources = try ImportLedger(snapshot).standing.map { SourceCounts($0) }
      let counts = report.summary(sources: sources, version: Version.engine)
      try folder.write(files + [(name: "summary.json", text: counts)])
      try file?.remove()
      console.note(
        "\(grouped(report.rows.count)) of \(grouped(report.angles)) angles in \(out)")
    }
  }

  // MARK: - Implementation

  /// Searches to the end or until it is interrupted, and saves the state meanwhile.
  private func searched(
    _ job: SearchJob, _ file: SearchStateFile?, _ console: Console
  ) throws -> SearchReport? {
    let flag = StopFlag()
    let signals = StopSignals { flag.set() }
    defer { signals.cancel() }
    var newest = job.begun
    if let file, let kept = try file.read() {
      if job.isOwn(kept) {
        newest = kept
        console.note("continuing after \(grouped(job.work(of: kept))) permutations")
      } else {
        console.note("\(file.path): found the state of another search; beginning anew")
      }
    }
    var keptAt = ProcessInfo.processInfo.systemUptime
    var failure: (any Error)?
    let report = try job.run(from: newest, unless: { flag.isSet }) { state in
      newest = state
      console.progress(job.work(of: state), of: job.workCount, "permutations")
      let now = ProcessInfo.processInfo.systemUptime
      guard now - keptAt >= SearchStateFile.pause else { return true }
      keptAt = now
      do { try file?.write(state) } catch { failure = error }
      return failure == nil
    }
    if let failure { throw failure }
    if report == nil { try file?.write(newest) }
    return report
  }

  /// Reads the question from the options; throws a ``ValidationError`` if they are invalid.
  private func request() throws -> SearchRequest {
    guard (1...SearchRequest.depthLimit).contains(depth) else {
      throw ValidationError(
        "--depth: found \(depth); expected 1 to \(SearchRequest.depthLimit)")
    }
    for (name, count) in [
      ("--min-runs", minRuns), ("--permutations", permutations), ("--top", top),
    ] where count < 1 {
      throw ValidationError("\(name): found \(count); expected 1 or more")
    }
    guard permutations <= SearchRequest.permutationLimit else {
      throw ValidationError(
        "--permutations: found \(permutations); expected 1 to \(SearchRequest.permutationLimit)")
    }
    guard let ranking = SearchRequest.Ranking(rawValue: rankBy) else {
      throw ValidationError("--rank-by: found \(rankBy); expected ae or roi")
    }
    do {
      var request = try SearchRequest(keys: QuestionOptions.list(keys), depth: depth)
      request.minRuns = minRuns
      request.permutations = permutations
      request.seed = seed
      request.ranking = ranking
      request.top = top
      request.filter = try scope.filter()
      request.facts = try scope.facts()
      request.asOf = try scope.day()
      request.baseline = try MarketBaseline(option: baseline)
      guard request.baseline.sumsToOne else {
        throw ValidationError(
          "--baseline: found \(request.baseline.name); expected probabilities that add up to 1")
      }
      return request
    } catch let error as ReportError {
      throw ValidationError(error.description)
    }
  }
}

/// The file that keeps a search's state until the search ends.
private struct SearchStateFile {
  static let name = "search-state.json"
  /// The time between two saved states, in seconds.
  static let pause = 10.0

  let path: String

  init(_ path: String) { self.path = path }

  /// Reads the state of an earlier search; nil if there is none.
  func read() throws -> SearchState? {
    do {
      return try FileSystem.contents(of: path, most: Limits.searchStateBytes).map {
        try SearchState(json: $0)
      }
    } catch let error as SearchStateError {
      throw FileError.malformed(file: path, found: error.found, expected: error.expected)
    }
  }

  func write(_ state: SearchState) throws {
    try WholeFile.write(path, blocks: { try $0(Array(state.json)) })
  }

  func remove() throws {
    do { _ = try FileSystem.remove(path) } catch {
      throw FileError.cannotWrite(file: error.path, reason: error.reason)
    }
  }
}

/// Whether a signal has arrived.
private final class StopFlag: Sendable {
  private let state = Mutex(false)

  var isSet: Bool { state.withLock { $0 } }

  func set() { state.withLock { $0 = true } }
}
