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
}
