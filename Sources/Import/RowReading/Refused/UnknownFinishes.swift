import Columns

/// Runners whose result is a word without a known meaning, by word; the empty word is an empty
/// result of a runner that surely ran.
public struct UnknownFinishes: Equatable, Sendable {
  /// The number of runners of each word.
  public private(set) var counts: [String: Int] = [:]

  /// Makes counts of no runner.
  public init() {}

  /// The number of runners.
  public var total: Int { counts.values.reduce(0, +) }

  /// The words with their numbers, the most frequent first, as `"XYZ" 12, "QQ" 3 and 2 more words`.
  public var listed: String {
    let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let shown = sorted.prefix(5).map {
      ($0.key.isEmpty ? "empty" : "\"\($0.key)\"") + " \(TextCount.grouped($0.value))"
    }
    let more = sorted.count - shown.count
    return shown.joined(separator: ", ")
      + (more > 0 ? " and \(more) more word\(more == 1 ? "" : "s")" : "")
  }

  /// The remedy, with the most frequent word.
  public var remedy: String {
    let word = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
    guard !word.isEmpty else {
      return "if the source leaves out who was not placed, add unplaced: lost, or "
        + "did_not_finish, to the outcome in the mapping, else complete the file"
    }
    return "give each its meaning in the mapping, such as words: {\"\(word)\": did_not_finish}, or "
      + "non_runner if it did not start"
  }

  /// The doubt in words; none without such runners.
  var lines: [String] {
    guard total > 0 else { return [] }
    return [
      "\(total) runners have a result without a known meaning and are left out of reports: "
        + "\(listed); \(remedy)"
    ]
  }

  /// Adds the counts of other rows.
  public static func += (left: inout Self, right: Self) {
    left.counts.merge(right.counts) { $0 + $1 }
  }

  mutating func add(_ word: String) { counts[word, default: 0] += 1 }
}
