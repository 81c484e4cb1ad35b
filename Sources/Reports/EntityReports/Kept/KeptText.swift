import Foundation

/// The description of a file of kept sums, as JSON.
package struct KeptText: Codable, Sendable {
  let question: KeptQuestion
  let source: KeptSource
  /// One per cohort of the question.
  let populations: [Population]

  init(_ question: KeptQuestion, _ source: KeptSource, _ populations: [Population]) {
    self.question = question
    self.source = source
    self.populations = populations
  }

  /// Reads a file's text; nil if another version wrote it.
  init?(_ text: String) {
    guard let read = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else { return nil }
    self = read
  }

  /// Encodes a value as JSON; equal values give equal text.
  package static func json(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
      preconditionFailure("what is kept is numbers and text")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
