import ArgumentParser
import DomainFeeds

/// The way of every fetch on the command line: interrupts, summary, exit code.
enum FetchOutcome {
  /// Runs a fetch to its end, or until it is interrupted.
  ///
  /// - Parameters:
  ///   - work: How much is said.
  ///   - console: Where it is said.
  ///   - store: The store's folder.
  ///   - rows: What the stored rows are called.
  ///   - fetch: The fetch.
  /// - Throws: What keeps the fetch from storing, and the exit code of one that ended early.
  static func of(
    _ work: WorkOptions, _ console: Console, store: String, rows: String,
    _ fetch: @escaping @Sendable () async throws(FetchError) -> FetchSummary
  ) async throws {
    let task = Task { () async -> Result<FetchSummary, FetchError> in
      do throws(FetchError) { return .success(try await fetch()) } catch { return .failure(error) }
    }
    let signals = StopSignals {
      console.note("stopping; what was answered is stored")
      task.cancel()
    }
    let outcome = await task.value
    signals.cancel()
    console.clear()
    let summary = try outcome.get()
    if !summary.imports.isEmpty { Console.stands("what was answered is stored") }
    if !work.quiet {
      for line in FetchText.lines(summary, rows: rows) { Console.print(line) }
    }
    console.noteRejected(summary.imports.reduce(0) { $0 + $1.rejected }, store: store)
    try end(summary, console)
  }

  // MARK: - Implementation

  private static func end(_ summary: FetchSummary, _ console: Console) throws {
    switch summary.end {
    case .complete:
      guard !summary.malformed.isEmpty else { return }
      Console.fail("not everything could be read; run the same command again to ask for it")
      throw ExitCode(65)
    case .cancelled:
      console.note("interrupted; run the same command again to go on")
      throw ExitCode(130)
    case .stopped(let reason) where summary.hasNothing:
      Console.fail(reason)
      throw ExitCode(1)
    case .stopped(let reason):
      Console.fail("\(reason); what was answered is kept; run the same command again to go on")
      throw ExitCode(1)
    case .notStored(let reason), .unread(let reason):
      Console.fail(reason)
      throw ExitCode(1)
    }
  }
}

extension FetchSummary {
  /// Whether nothing was answered, so that nothing is kept.
  fileprivate var hasNothing: Bool {
    newCount + changedCount + unchangedCount + resumedCount == 0
  }
}
