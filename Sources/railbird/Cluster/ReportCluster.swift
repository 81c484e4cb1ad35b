import APICore
import ArgumentParser
import Columns
import RacingReports
import SparkConnect

/// A Spark cluster that computes a report over a dataset.
struct ReportCluster: Sendable {
  let address: SparkAddress
  let dataset: String
  let timeLimit: Duration?
  let credentials: String?

  /// Computes a report; a signal or the time limit ends its queries on the server.
  ///
  /// - Parameters:
  ///   - batch: The questions.
  ///   - hasAliasOption: Whether the command says which aliases hold.
  ///   - console: The output of progress.
  /// - Returns: The values, and the sources of the dataset.
  /// - Throws: `SparkError` and `SQLReportError`; exit code 130 after a signal.
  func report(
    _ batch: ReportBatch, hasAliasOption: Bool, _ console: Console
  ) async throws -> (result: ReportResult, sources: [SourceCounts]) {
    let token = try KeptSecret.named("RAILBIRD_SPARK_TOKEN", file: credentials)
    let task = Task {
      try await SparkSession.using(address, token: token, timeLimit: timeLimit) { session in
        try await answer(batch, hasAliasOption, by: Engine(session: session, console: console))
      }
    }
    let signals = StopSignals { task.cancel() }
    defer {
      signals.cancel()
      console.clear()
    }
    do {
      return try await task.value
    } catch let error as SQLReportError {
      if case .refused = error { throw ValidationError("\(error)") }
      throw error
    } catch SparkError.badAddress(let found, let expected) {
      throw ValidationError("--engine: found \(found); expected \(expected)")
    } catch SparkError.cancelled {
      console.note("\(SparkError.cancelled)")
      throw ExitCode(130)
    }
  }

  // MARK: - Implementation

  private func answer(
    _ batch: ReportBatch, _ hasAliasOption: Bool, by engine: Engine
  ) async throws -> (result: ReportResult, sources: [SourceCounts]) {
    do {
      let dataset = try await ReportDataset.read(dataset, by: engine)
      guard hasAliasOption || !dataset.hasAliases else {
        throw SQLReportError.refused(
          option: "--aliases", found: "none for a dataset that was exported with aliases",
          expected: "their file, or --no-aliases")
      }
      let job = try SQLReportJob(batch, from: dataset)
      return (try await job.run(on: engine), dataset.sources)
    } catch SQLReportFailure<SparkError>.engine(let error) {
      throw error
    } catch SQLReportFailure<SparkError>.report(let error) {
      throw error
    }
  }
}

/// A session as the reports' engine, whose work is shown while it goes on.
private struct Engine: SQLEngine {
  let session: SparkSession
  let console: Console

  func execute(_ statement: String) async throws(SparkError) {
    try await session.execute(statement, progress: show)
  }

  func rows(of query: String) async throws(SparkError) -> [Table] {
    try await session.query(query, progress: show)
  }

  private func show(_ progress: SparkProgress) {
    guard progress.taskCount > 0 else { return }
    console.progress(
      progress.tasksDone, of: progress.taskCount, "tasks",
      stage: "Spark, \(progress.stagesDone) of \(progress.stageCount) stages done")
  }
}
