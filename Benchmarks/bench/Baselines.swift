import ColumnStore
import Foundation

/// Answers that are the same on every machine: checksums of the jockey report by input.
enum Baselines {
  /// By `runners/seed`: the SHA-256 of `jockey.csv`.
  ///
  /// `Benchmarks/README.md` says how a new one is made, and when it may change.
  private static let answers: [String: String] = [:]

  static func verify(_ text: String, runners: Int, seed: UInt64) throws {
    let sum = Checksum.hex(of: Data(text.utf8))
    guard let expected = answers["\(runners)/\(seed)"] else {
      print("bench: jockey.csv of \(runners) runners, seed \(seed): SHA-256 \(sum), no baseline")
      return
    }
    guard sum == expected else {
      throw WrongAnswer(description: "jockey.csv: found SHA-256 \(sum); expected \(expected)")
    }
  }
}
