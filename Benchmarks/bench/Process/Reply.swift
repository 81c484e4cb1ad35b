import Foundation

/// One line that a workload's process answers with; peers write the same lines.
struct Reply: Codable {
  /// It has loaded what it needs.
  var ready: Bool?
  /// The engine's name and version.
  var engine: String?
  var rows: Int?
  /// How long the run took.
  var seconds: Double?
  var parts: [String: Double]?
  var digest: String?
  var peakBytes: Int?
  var baseBytes: Int?
  var outputBytes: Int?
  var factBytes: Int?
  var touchedBytes: Int?
  /// A checksum of the answer.
  var answer: String?
  /// Where two answers differ.
  var differences: [String]?
  /// What went wrong, a wrong answer included.
  var error: String?

  /// The reply as one line.
  var line: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: (try? encoder.encode(self)) ?? Data("{}".utf8), as: UTF8.self)
  }
}
