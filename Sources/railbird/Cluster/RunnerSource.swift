import ArgumentParser
import ReportSpecs
import SparkConnect

/// The place of a report's runners: a store on this machine, or a dataset on a cluster.
struct RunnerSource: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp("The store's folder; not with --engine.", valueName: "dir"),
    completion: .directory)
  var store: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A Spark Connect server that computes in place of this machine, such as sc://HOST:15002 or "
        + "sc://HOST:15002/;use_ssl=true.", valueName: "address"))
  var engine: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The folder of `railbird export --partition month` as the cluster sees it, such as "
        + "hdfs://lake/racing; with --engine.", valueName: "uri"))
  var dataset: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Maximum time on the cluster, such as 90s, 10m or 2h (default: none).", valueName: "time"))
  var engineTimeout: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A file of NAME=value lines, closed to others, in place of the variable "
        + "RAILBIRD_SPARK_TOKEN.", valueName: "file"),
    completion: .file())
  var credentials: String?

  func validate() throws {
    if let engine {
      guard store == nil else {
        throw ValidationError("--store: found --engine beside it; expected one of the two")
      }
      do throws(SparkError) {
        _ = try SparkAddress(engine)
      } catch {
        guard case .badAddress(let found, let expected) = error else { throw error }
        throw ValidationError("--engine: found \(found); expected \(expected)")
      }
      guard let dataset else {
        throw ValidationError("--engine: found no --dataset beside it; expected one")
      }
      guard dataset.hasPrefix("/") || dataset.contains(/^[a-z][a-z0-9+.-]*:/) else {
        throw ValidationError(
          "--dataset: found \(dataset); expected a URI such as file:///shared/racing")
      }
      _ = try timeLimit
      return
    }
    guard store != nil else {
      throw ValidationError("--store: found none; expected it, or --engine and --dataset")
    }
    let alone = [
      ("--dataset", dataset), ("--engine-timeout", engineTimeout), ("--credentials", credentials),
    ].first { $0.1 != nil }
    if let alone {
      throw ValidationError("\(alone.0): found no --engine beside it; expected one")
    }
  }

  /// The cluster; nil for a store.
  var cluster: ReportCluster? {
    get throws {
      guard let engine, let dataset else { return nil }
      return ReportCluster(
        address: try SparkAddress(engine), dataset: dataset, timeLimit: try timeLimit,
        credentials: credentials)
    }
  }

  /// Refuses what a cluster cannot do: pages, and sums kept in a store.
  ///
  /// - Parameters:
  ///   - formats: The files to write.
  ///   - keepsSums: Whether old months' sums are kept.
  /// - Throws: `ValidationError`.
  func check(_ formats: Set<ReportFormat>, keepsSums: Bool) throws {
    guard engine != nil else { return }
    if formats.contains(.html) {
      throw ValidationError(
        "--format: found html with --engine; expected csv, json or both, as pages need the store")
    }
    if keepsSums {
      throw ValidationError("--keep-sums: found --engine beside it; expected a store")
    }
  }

  // MARK: - Implementation

  private var timeLimit: Duration? {
    get throws {
      guard let engineTimeout else { return nil }
      guard let parts = engineTimeout.wholeMatch(of: /([0-9]{1,6})([smh])/),
        let count = Int(parts.1), count > 0
      else {
        throw ValidationError(
          "--engine-timeout: found \(engineTimeout); expected a time such as 90s, 10m or 2h")
      }
      return .seconds(count * (parts.2 == "s" ? 1 : parts.2 == "m" ? 60 : 3_600))
    }
  }
}
