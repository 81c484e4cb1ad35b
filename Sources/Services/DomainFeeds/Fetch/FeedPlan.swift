/// The requests that a run still has to send, determined only by the feed's options, the time and
/// what is known.
protocol FeedPlan: Sendable {
  associatedtype Request: FeedRequest
  /// A group of requests, such as a day's.
  associatedtype Part: Sendable

  /// The parts, in the order of the requests.
  var parts: [Part] { get }

  /// Returns the requests of a part that are due now, starting with those that list others.
  func due(in part: Part, _ known: KnownAnswers) -> [Request]

  /// Returns the number of remaining requests of a part, estimated if lists are unknown.
  ///
  /// - Parameters:
  ///   - part: The part.
  ///   - known: The known answers.
  ///   - usual: The result of ``usualCount(before:_:)``.
  /// - Returns: The number of requests.
  func remaining(in part: Part, _ known: KnownAnswers, usual: Int) -> Int

  /// Returns the usual number of requests of a part, from earlier parts.
  func usualCount(before part: Part, _ known: KnownAnswers) -> Int
}

extension FeedPlan {
  func remaining(in part: Part, _ known: KnownAnswers, usual: Int) -> Int {
    due(in: part, known).count
  }

  func usualCount(before part: Part, _ known: KnownAnswers) -> Int { 0 }
}
