import ColumnStore
import Foundation

/// Answers that are the same on every machine: checksums of the jockey report by input.
enum Baselines {
  /// By `runners/seed`: the SHA-256 of `jockey.csv`.
  ///
  /// `Benchmarks/README.md` says how a new one is made, and when it may change.
  private static let answers = [
    "50000/1": "ce37fd37274a242ce5c2037e47713463ae3572ddc1cd07f23d35cf529e4a8e01",
    "1000000/1": "f52c9cdb9cfa9d934b793b2d453b9685e4c1f1fd87dfc769526a9a7758d8343d",
  ]

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
