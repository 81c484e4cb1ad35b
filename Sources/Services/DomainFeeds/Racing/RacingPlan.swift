import Columns

/// The requests that a fetch of races still has to send, day by day.
struct RacingPlan: FeedPlan {
  /// The assumed number of races a day while no day is known.
  static let usualRaceCount = 60

  /// The days to fetch.
  let days: ClosedRange<Day>
  /// The current racing day.
  let today: Day
  /// The number of recent days to request again.
  let refreshDays: Int
  /// The start of the run, µs since 1970 UTC: later answers are not requested again.
  let runStart: Int64

  /// The days, in order.
  var parts: [Day] { (days.lowerBound.number...days.upperBound.number).map { Day($0) } }

  /// Returns the requests of a day that are due now, lists first: they contain the races.
  func due(in day: Day, _ known: KnownAnswers) -> [RacingRequest] {
    // The results omit cancelled races, and a card may never mention the cancellation.
    let unnamed = day < today ? known.unnamedRaces(on: day) : []
    let races = (known.details(on: day) + unnamed).map { RacingRequest.race($0, on: day) }
    return ([RacingRequest.racecards(day), .results(day)] + races).filter { isDue($0, known) }
  }

  /// Returns the number of remaining requests of a day; an estimate if its lists are unknown.
  ///
  /// - Parameters:
  ///   - day: The day.
  ///   - known: The known answers.
  ///   - usual: The usual number of races of a day.
  /// - Returns: The number of requests.
  func remaining(in day: Day, _ known: KnownAnswers, usual: Int) -> Int {
    let isKnown =
      known[RacingRequest.racecards(day)] != nil || known[RacingRequest.results(day)] != nil
    return isKnown ? due(in: day, known).count : 2 + usual
  }

  /// Returns the mean number of races on the last days with known lists.
  func usualCount(before day: Day, _ known: KnownAnswers) -> Int {
    let first = max(days.lowerBound, day - 60)
    let counts = (first.number..<max(day.number, first.number)).map {
      known.details(on: Day($0)).count
    }.filter { $0 > 0 }
    return counts.isEmpty ? Self.usualRaceCount : counts.reduce(0, +) / counts.count
  }

  // MARK: - Implementation

  private func isDue(_ request: RacingRequest, _ known: KnownAnswers) -> Bool {
    guard let answer = known[request] else { return true }
    guard answer.fetchedAt < runStart else { return false }
    let last = min(days.upperBound, today)
    if request.day > last - refreshDays || request.day > today { return true }
    guard request.day >= last - Limits.resultDays else { return false }
    return switch request {
    case .race: answer.raceState == .open
    // A race that is complete in a card is not requested before the results should list it.
    case .racecards, .results:
      // A list with an unreadable element is open. An older store may mark the card as open without
      // naming the races.
      answer.raceState == .open
        || known[RacingRequest.racecards(request.day)]?.raceState == .open
        || known.unnamedRaces(on: request.day).contains { id in
          let state = known[RacingRequest.race(id, on: request.day)]?.raceState
          return state == nil || state == .open
        }
    }
  }
}

extension KnownAnswers {
  /// Returns the races to request for a day's lists, in the lists' order.
  func details(on day: Day) -> [String] {
    var seen: Set<String> = []
    let lists = [RacingRequest.racecards(day), .results(day)]
    return lists.flatMap { self[$0]?.details ?? [] }.filter { seen.insert($0).inserted }
  }

  /// Returns the races whose runners are in a day's card and that the results omit, in the card's
  /// order.
  func unnamedRaces(on day: Day) -> [String] {
    let open = self[RacingRequest.racecards(day)]?.open ?? []
    guard !open.isEmpty else { return [] }
    let named = Set(self[RacingRequest.results(day)]?.details ?? [])
    return open.filter { !named.contains($0) }
  }
}
