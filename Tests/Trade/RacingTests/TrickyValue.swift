import Foundation
import Testing

/// A raw text that a source of racing data is known to write, and its expected reading.
struct TrickyValue: Decodable, Sendable, CustomTestStringConvertible {
  /// The expected reading; its members depend on the kind.
  struct Expected: Decodable, Sendable {
    let decimal: Double?
    let sp_dec: String?
    let fav: String?
    let position: Int16?
    let deadHeat: Bool?
    let started: Bool?
    let finished: Bool?
    let yards: Int32?
    let yards_samples: [String]?
    let lb: Int64?
    let lengths: Double?
    let runs: Int?
    let excelDate: String?
    let iso: String?
  }

  let kind: String
  let raw: String
  let expected: Expected

  var testDescription: String { "\(kind) \(raw)" }

  /// Every value of the fixture.
  static let all: [TrickyValue] = {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/tricky-values.json")
    do {
      return try JSONDecoder().decode([TrickyValue].self, from: Data(contentsOf: file))
    } catch {
      preconditionFailure("\(file.path): \(error)")
    }
  }()

  /// Returns the values of one kind.
  static func ofKind(_ kind: String) -> [TrickyValue] { all.filter { $0.kind == kind } }
}
