import Columns
import Foundation

/// The encodings that a text without UTF-8 may have, the likeliest first.
///
/// ```
/// confidence = posterior probability of the decoded text × share of its usual characters
/// ```
///
/// Encodings that decode the text alike are one candidate. The probabilities come from the
/// frequencies of letters beyond ASCII in each encoding's languages, and from the most frequent
/// characters of Japanese, Korean and Chinese.
package struct EncodingGuess: Equatable, Sendable {
  /// An encoding with its confidence, 0 to 1.
  package struct Candidate: Equatable, Sendable {
    package let encoding: TextEncoding
    package let confidence: Double

    /// The encoding and the confidence in percent, such as `shift_jis 98 %`.
    package var text: String { "\(encoding.rawValue) \(percent)" }
    /// The confidence in whole percent, not rounded up to certainty.
    package var percent: String { "\(min(99, Int((confidence * 100).rounded()))) %" }
  }

  /// The candidates; empty if no encoding has all bytes of the text.
  package let candidates: [Candidate]

  /// The confidence below which a text is not decoded.
  package static let limit = 0.85

  /// The likeliest encoding; nil if its confidence is below the limit.
  package var certain: Candidate? {
    candidates.first.flatMap { $0.confidence >= Self.limit ? $0 : nil }
  }

  /// Examines a text.
  package init(_ text: Buffer<UInt8>) {
    self.init(TextSample(text.pointer))
  }

  init(_ sample: TextSample) {
    candidates = sample.bytes.isEmpty ? [] : Self.ranked(Self.hypotheses(sample))
  }

  // MARK: - Implementation

  private struct Hypothesis {
    let read: ReadSample
    let logarithm: Double
    let fit: Double
  }

  /// The share of an encoding in the likelihood of its languages: most programs write the
  /// encodings of Windows.
  private static let singleBytes: [(encoding: TextEncoding, share: Double)] = [
    (.windows1252, 1), (.windows1250, 1), (.windows1251, 1), (.windows1253, 1), (.windows1254, 1),
    (.windows1257, 1), (.iso8859x2, 0.4), (.iso8859x9, 0.3), (.iso8859x15, 0.03),
  ]
  private static let priorOfEastAsia = 0.05

  private static func hypotheses(_ sample: TextSample) -> [Hypothesis] {
    var found: [Hypothesis] = []
    for (encoding, share) in singleBytes {
      guard let read = ReadSample(sample, by: encoding) else { continue }
      for language in LetterTable.of(encoding) {
        let likelihood = Likelihood(read.words, language)
        found.append(
          Hypothesis(
            read: read, logarithm: likelihood.logarithm + log(language.prior * share),
            fit: likelihood.fit(isOtherScript: language.isOtherScript)))
      }
    }
    for encoding in TextEncoding.ofEastAsia {
      guard let read = ReadSample(sample, by: encoding) else { continue }
      let likelihood = Likelihood(read.words, by: encoding)
      found.append(
        Hypothesis(
          read: read, logarithm: likelihood.logarithm + log(priorOfEastAsia),
          fit: likelihood.fitOfEastAsia))
    }
    return found
  }

  /// Joins the hypotheses with equal texts, and orders them by confidence.
  private static func ranked(_ hypotheses: [Hypothesis]) -> [Candidate] {
    guard let best = hypotheses.map(\.logarithm).max() else { return [] }
    let weights = hypotheses.map { exp($0.logarithm - best) }
    let total = weights.reduce(0, +)
    var groups: [(text: [UInt8], encoding: TextEncoding, weight: Double, best: Hypothesis)] = []
    for (hypothesis, weight) in zip(hypotheses, weights) {
      if let index = groups.firstIndex(where: { $0.text == hypothesis.read.text }) {
        groups[index].weight += weight
        if hypothesis.logarithm > groups[index].best.logarithm { groups[index].best = hypothesis }
      } else {
        groups.append((hypothesis.read.text, hypothesis.read.encoding, weight, hypothesis))
      }
    }
    return groups.map {
      Candidate(encoding: $0.encoding, confidence: $0.weight / total * $0.best.fit)
    }.sorted { $0.confidence > $1.confidence }
  }
}
