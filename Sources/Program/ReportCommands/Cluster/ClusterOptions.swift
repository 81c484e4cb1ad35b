import ArgumentParser
import SparkConnect

/// The cluster that answers a question in place of this machine.
package struct ClusterOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "A Spark Connect server that computes in place of this machine, such as sc://HOST:15002 or "
        + "sc://HOST:15002/;use_ssl=true.", valueName: "address"))
  package var engine: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The dataset's folder as the cluster sees it, such as hdfs://lake/racing; with --engine.",
      valueName: "uri"))
  package var dataset: String?

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

  package init() {}

  package func validate() throws {
    guard let engine else {
      let alone = [
        ("--dataset", dataset), ("--engine-timeout", engineTimeout),
        ("--credentials", credentials),
      ].first { $0.1 != nil }
      guard let alone else { return }
      throw ValidationError("\(alone.0): found no --engine; expected one")
    }
    do throws(SparkError) {
      _ = try SparkAddress(engine)
    } catch {
      guard case .badAddress(let found, let expected) = error else { throw error }
      throw ValidationError("--engine: found \(found); expected \(expected)")
    }
    guard let dataset else {
      throw ValidationError("--engine: found no --dataset; expected one")
    }
    guard dataset.hasPrefix("/") || dataset.contains(/^[a-z][a-z0-9+.-]*:/) else {
      throw ValidationError(
        "--dataset: found \(dataset); expected a URI such as file:///shared/racing")
    }
    if let sign = dataset.first(where: { "{}[]*?\\".contains($0) }) {
      throw ValidationError(
        "--dataset: found \(sign) in \(dataset); expected a folder's name without "
          + "{ } [ ] * ? and \\, which make a pattern of it")
    }
    if dataset.trimmingPrefix(/[a-z][a-z0-9+.-]*:(\/\/[^\/]*)?/).contains(":") {
      throw ValidationError(
        "--dataset: found : in the path of \(dataset); expected a folder's name without it, which "
          + "Hadoop takes for the end of a scheme")
    }
    _ = try timeLimit
  }

  /// Refuses a command with no source or with two sources.
  ///
  /// - Parameters:
  ///   - local: The value of the option that names the source on this machine.
  ///   - option: The name of that option.
  /// - Throws: `ValidationError`.
  package func check(against local: String?, _ option: String) throws {
    if engine != nil && local != nil {
      throw ValidationError("\(option): found --engine too; expected one of them")
    }
    if engine == nil && local == nil {
      throw ValidationError("\(option): found none; expected it, or --engine and --dataset")
    }
  }

  /// The cluster; nil if the source is on this machine.
  package var cluster: SparkCluster? {
    get throws {
      guard let engine, let dataset else { return nil }
      return SparkCluster(
        address: try SparkAddress(engine), dataset: dataset, timeLimit: try timeLimit,
        credentials: credentials)
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
