/// Which requests a run still has to send: nothing but the feed's options, the time and what is known
/// decides.
protocol FeedPlan: Sendable {
  associatedtype Request: FeedRequest
  /// Requests that belong together, such as a day's.
  associatedtype Part: Sendable

  /// The parts, in the order in which they are asked for.
  var parts: [Part] { get }

  /// The requests of a part that are due by what is known now, those first that tell of others.
  func due(in part: Part, _ known: KnownAnswers) -> [Request]

  /// The number of requests that a part still takes, estimated where lists are unknown.
  ///
  /// - Parameters:
  ///   - part: The part.
  ///   - known: What is known now.
  ///   - usual: What ``usualCount(before:_:)`` gave.
  /// - Returns: The number of requests.
  func remaining(in part: Part, _ known: KnownAnswers, usual: Int) -> Int

  /// The usual number of requests of a part, from the parts before it.
  func usualCount(before part: Part, _ known: KnownAnswers) -> Int
}

extension FeedPlan {
  func remaining(in part: Part, _ known: KnownAnswers, usual: Int) -> Int {
    due(in: part, known).count
  }

  func usualCount(before part: Part, _ known: KnownAnswers) -> Int { 0 }
}
