/// Which requests a run still has to send: nothing but the feed's options, the time and what is known
/// decides.
protocol FeedPlan: Sendable {
  associatedtype Request: FeedRequest
  /// What is asked for together, such as a day.
  associatedtype Part: Sendable

  /// The parts, in the order in which they are asked for.
  var parts: [Part] { get }

  /// The requests of a part that are due by what is known now, those first that tell of others.
  func due(in part: Part, _ known: KnownAnswers) -> [Request]

  /// How many requests a part takes from here on; where that cannot be known yet, about how many.
  ///
  /// - Parameters:
  ///   - part: The part.
  ///   - known: What is known now.
  ///   - usual: What ``usualCount(before:_:)`` gave.
  /// - Returns: The number of requests.
  func remaining(in part: Part, _ known: KnownAnswers, usual: Int) -> Int

  /// What a part's size is guessed by, from the parts before it.
  func usualCount(before part: Part, _ known: KnownAnswers) -> Int
}

extension FeedPlan {
  func remaining(in part: Part, _ known: KnownAnswers, usual: Int) -> Int {
    due(in: part, known).count
  }

  func usualCount(before part: Part, _ known: KnownAnswers) -> Int { 0 }
}
