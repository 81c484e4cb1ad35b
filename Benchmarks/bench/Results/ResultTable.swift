import Foundation

/// Results as tables for people.
struct ResultTable {
  let results: [WorkloadResult]
  let bandwidth: [ReadBandwidth]

  /// All tables that have rows.
  var text: String {
    [times, ratios, memory, curve].compactMap { $0 }.joined(separator: "\n\n")
      + "\nall answers verified"
  }

  /// One verified result, such as `W2 1M: 0.067 s; DuckDB 1.602 s, Polars 1.435 s (21.3x)`: a long
  /// run shows what it has found, and keeps it if it is stopped.
  static func line(_ result: WorkloadResult) -> String {
    let peers = result.peers.map { "\($0.engine) \(seconds($0.theirs.median)) s" }
    let beside =
      peers.isEmpty
      ? "" : "; " + peers.joined(separator: ", ") + format(" (%.1fx)", result.ratio!)
    return "\(result.workload.rawValue) \(Count(result.rows).text): "
      + "\(seconds(result.ours.median)) s" + beside
  }

  /// How long each workload took.
  private var times: String? {
    let head = ["", "", "runners", "median s", "least s", "ns/row", "MB/s", "of which"]
    let rows = results.map { result in
      [
        result.workload.rawValue, result.workload.title, Count(result.rows).text,
        Self.seconds(result.ours.median), Self.seconds(result.ours.least),
        Self.format("%.2f", result.nanosecondsPerRow),
        Self.format("%.0f", result.touchedPerSecond / 1e6),
        result.parts.sorted { $0.key < $1.key }.map { "\($0) \(Self.seconds($1))" }
          .joined(separator: ", "),
      ]
    }
    return TextGrid.text([head] + rows, left: 2)
  }

  /// Both sides, where there were peers.
  private var ratios: String? {
    let beside = results.filter { !$0.peers.isEmpty }
    guard !beside.isEmpty else { return nil }
    let engines = beside[0].peers.map(\.engine)
    let head =
      ["", "runners"] + engines.flatMap { ["\($0) s", "ours s", "ratio"] }
      + ["faster peer", "target", ""]
    let rows = beside.map { result in
      [result.workload.rawValue, Count(result.rows).text]
        + result.peers.flatMap {
          [
            Self.seconds($0.theirs.median), Self.seconds($0.ours.median),
            Self.format("%.1f", $0.ratio),
          ]
        } + [Self.format("%.1fx", result.ratio!)] + Self.verdict(result)
    }
    return "Beside the peers, taking turns (medians):\n" + TextGrid.text([head] + rows, left: 1)
  }

  private static func verdict(_ result: WorkloadResult) -> [String] {
    guard let target = result.workload.target else { return [] }
    return [format(">= %.4gx", target), result.ratio! >= target ? "met" : "missed"]
  }

  /// Bandwidth and memory of what reads columns.
  private var memory: String? {
    let reading = results.filter(\.workload.readsColumns)
    guard !reading.isEmpty, let best = bandwidth.last else { return nil }
    let head = [
      "", "runners", "touched MB", "GB/s", "of bandwidth", "peak MB", "program MB", "output MB",
      "facts MB", "rest/touched",
    ]
    let rows = reading.map { result in
      let memory = result.memory
      return [
        result.workload.rawValue, Count(result.rows).text, Self.megabytes(result.touchedBytes),
        Self.format("%.1f", result.touchedPerSecond / 1e9),
        Self.format("%.0f %%", 100 * result.touchedPerSecond / best.bytesPerSecond),
        Self.megabytes(memory.peakBytes), Self.megabytes(memory.baseBytes),
        Self.megabytes(memory.outputBytes),
        memory.factBytes > 0 ? Self.megabytes(memory.factBytes) : "",
        Self.format("%.2f", memory.ratio(touched: result.touchedBytes)),
      ]
    }
    let read = bandwidth.map {
      "\(Self.format("%.1f", $0.bytesPerSecond / 1e9)) GB/s on \($0.threads)"
    }.joined(separator: ", ")
    return "Memory; this machine reads \(read) threads:\n"
      + TextGrid.text([head] + rows, left: 1)
  }

  /// Nanoseconds per row over the sizes, where there are several.
  private var curve: String? {
    let sizes = Set(results.filter { !$0.workload.isOfLedger }.map(\.rows)).sorted()
    guard sizes.count > 1 else { return nil }
    let rows = WorkloadName.allCases.compactMap { name -> [String]? in
      let own = results.filter { $0.workload == name }
      guard own.count > 1 else { return nil }
      return [name.rawValue]
        + sizes.map { size in
          own.first { $0.rows == size }.map { Self.format("%.2f", $0.nanosecondsPerRow) } ?? ""
        }
    }
    guard !rows.isEmpty else { return nil }
    return "Nanoseconds per row, by runners (level means linear cost):\n"
      + TextGrid.text([[""] + sizes.map { Count($0).text }] + rows, left: 1)
  }

  private static func seconds(_ value: Double) -> String {
    format(value < 0.1 ? "%.4f" : "%.3f", value)
  }

  private static func megabytes(_ bytes: Int) -> String { format("%.0f", Double(bytes) / 1e6) }

  private static func format(_ pattern: String, _ value: Double) -> String {
    String(format: pattern, value)
  }
}

/// Results for machines.
struct ResultFile: Codable {
  let results: [WorkloadResult]
  let bandwidth: [ReadBandwidth]

  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    try encoder.encode(self).write(to: URL(fileURLWithPath: path))
  }
}
