import Foundation

/// What is the same on every machine: each answer's checksum, and the bytes touched.
///
/// One file per input in `Benchmarks/Baselines`, by workload. An entry ``input`` has the checksum
/// and the size of the input's text file: the answers belong to these rows.
struct Baselines {
  /// The entry of the rows themselves.
  static let input = "input"

  /// One workload's numbers.
  struct Entry: Codable, Equatable {
    let answer: String
    let touchedBytes: Int
  }

  let folder: String
  /// Whether what is found becomes the baseline.
  let records: Bool

  /// Holds a result against its baseline, or records it; what is unknown is said, not refused.
  func check(_ result: WorkloadResult, input: String) throws {
    var entries = try entries(input)
    // How small a Parquet file is depends on who writes it.
    let touched = result.workload == .importParquet ? 0 : result.touchedBytes
    let found = Entry(answer: result.answer, touchedBytes: touched)
    let name = result.workload.rawValue
    if records {
      entries[name] = found
      try write(entries, input)
    } else if let expected = entries[name] {
      guard found == expected else {
        throw WrongAnswer(
          description: "\(input) \(name): found the answer \(found.answer) out of "
            + "\(touched) bytes; expected \(expected.answer) out of "
            + "\(expected.touchedBytes)")
      }
    } else {
      Progress.note("\(input) \(name): no baseline; answer \(found.answer)")
    }
  }

  /// Returns whether the answers of an input belong to these rows, as far as there are any.
  func know(_ rows: Entry?, of input: String) throws -> Bool {
    guard let expected = try entries(input)[Self.input] else { return true }
    return rows == expected
  }

  /// Records the rows of an input; answers that belong to others go.
  func record(_ rows: Entry, of input: String) throws {
    guard records, try entries(input)[Self.input] != rows else { return }
    try write([Self.input: rows], input)
  }

  func path(_ input: String) -> String { folder + "/\(input).json" }

  // MARK: - Implementation

  private func entries(_ input: String) throws -> [String: Entry] {
    guard let data = FileManager.default.contents(atPath: path(input)) else { return [:] }
    return try JSONDecoder().decode([String: Entry].self, from: data)
  }

  private func write(_ entries: [String: Entry], _ input: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try (encoder.encode(entries) + Data("\n".utf8)).write(to: URL(fileURLWithPath: path(input)))
  }
}
