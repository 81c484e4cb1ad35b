import ArgumentParser
import Columns
import CommandTools
import EntityReports
import Foundation
import Questions
import RacingExport
import ReportSQL
import RunnerKeys
import SparkConnect

/// A Spark cluster and the dataset that it reads.
package struct SparkCluster: Sendable {
  let address: SparkAddress
  package let dataset: String
  let timeLimit: Duration?
  let credentials: String?

  /// Opens a session for some work; a signal or the time limit ends the session's queries on the
  /// server.
  ///
  /// - Parameters:
  ///   - console: The output of progress.
  ///   - work: Queries the cluster.
  /// - Returns: The work's value.
  /// - Throws: `SparkError` or the work's error; bad usage for an impossible request, and exit code
  ///   130 after a signal.
  package func answer<Value: Sendable>(
    _ console: Console, _ work: @escaping @Sendable (SparkEngine) async throws -> Value
  ) async throws -> Value {
    let token = try KeptSecret.named("RAILBIRD_SPARK_TOKEN", file: credentials)
    let task = Task {
      try await SparkSession.using(address, token: token, timeLimit: timeLimit) {
        session throws(SparkError) -> Result<Value, any Error> in
        do {
          return .success(try await work(SparkEngine(session: session, console: console)))
        } catch let error as SparkError {
          throw error
        } catch {
          return .failure(error)
        }
      }.get()
    }
    let signals = StopSignals { task.cancel() }
    defer {
      signals.cancel()
      console.clear()
    }
    do {
      return try await task.value
    } catch SQLReportError.refused(let option, let found, let expected) {
      throw ValidationError("\(option): found \(found); expected \(expected)")
    } catch SparkError.badAddress(let found, let expected) {
      throw ValidationError("--engine: found \(found); expected \(expected)")
    } catch SparkError.cancelled {
      console.note("\(SparkError.cancelled)")
      throw ExitCode(130)
    } catch SparkError.unheard(let server) {
      console.finding("\(SparkError.unheard(server: server))")
      throw ExitCode(130)
    }
  }

  /// Computes a report.
  ///
  /// - Parameters:
  ///   - batch: The questions.
  ///   - keys: Their keys as they were asked; nil if answers may be empty.
  ///   - hasAliasOption: Whether the command names its aliases.
  ///   - console: The output of progress.
  /// - Returns: The values, and the sources and the newest race of the dataset.
  /// - Throws: As ``answer(_:_:)``, and `SQLReportError` if the dataset is not one.
  package func report(
    _ batch: ReportBatch, by keys: AskedKeys?, hasAliasOption: Bool, _ console: Console
  ) async throws -> (result: ReportResult, sources: [SourceCounts], newest: NewestRace?) {
    try await answer(console) { engine in
      do {
        let text = try await engine.manifest(of: dataset).text
        let dataset = try ReportDataset(text, of: dataset)
        guard hasAliasOption || !dataset.hasAliases else {
          throw SQLReportError.refused(
            option: "--aliases", found: "none for a dataset that was exported with aliases",
            expected: "their file, or --no-aliases")
        }
        let job = try SQLReportJob(batch, from: dataset)
        return (try await job.run(on: engine, checking: keys), dataset.sources, dataset.newestRace)
      } catch SQLReportFailure<SparkError>.engine(let error) {
        throw error
      } catch SQLReportFailure<SparkError>.report(let error) {
        throw error
      } catch SQLReportError.question(let error) {
        // The message and the exit code are those of a damaged store.
        throw error
      }
    }
  }
}

/// A session as the engine of reports; it shows the progress of its queries.
package struct SparkEngine: SQLEngine {
  let session: SparkSession
  let console: Console

  package func execute(_ statement: String) async throws(SparkError) {
    try await session.execute(statement, progress: show)
  }

  package func rows(of query: String) async throws(SparkError) -> [Table] {
    try await session.query(query, progress: show)
  }

  /// Reads a dataset's manifest.
  ///
  /// - Parameter dataset: The dataset's folder, as a path on the cluster.
  /// - Returns: The manifest, and its text.
  /// - Throws: `SparkError`, or `FileError` for a manifest that is damaged or of another version.
  package func manifest(of dataset: String) async throws -> (text: Data, manifest: DatasetManifest)
  {
    let path = "\(dataset)/\(DatasetManifest.fileName)"
    try await execute(DatasetView.manifestView(of: path))
    var text = Data()
    for table in try await rows(of: DatasetView.manifest) {
      guard case .text(let values)? = table["value"]?.values else { continue }
      for row in 0..<table.rowCount { text += values.utf8(row) }
    }
    return (text, try DatasetManifest(text, of: path))
  }

  private func show(_ progress: SparkProgress) {
    guard progress.taskCount > 0 else { return }
    console.progress(
      progress.tasksDone, of: progress.taskCount, "tasks",
      stage: "Spark, \(progress.stagesDone) of \(progress.stageCount) stages done")
  }
}
