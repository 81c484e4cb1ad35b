import Columns

/// Which requests a fetch of races still has to send, day by day.
struct RacingPlan: FeedPlan {
  /// How many days before the last one a race without a result is asked for again.
  static let longestWait = 30
  /// How many races a day is taken to have before any day is known.
  static let usualRaceCount = 60

  /// The days wanted.
  let days: ClosedRange<Day>
  /// The racing day it is now.
  let today: Day
  /// How many of the last days are asked for again.
  let refreshDays: Int
  /// When the run began, µs since 1970 UTC: what was answered since is not asked for again.
  let runStart: Int64

  /// The days, in order.
  var parts: [Day] { (days.lowerBound.number...days.upperBound.number).map { Day($0) } }

  /// The requests of a day that are due by what is known now, lists first: these tell of races.
  func due(in day: Day, _ known: KnownAnswers) -> [RacingRequest] {
    // The results leave out races that were cancelled, and a card may never say so.
    let unnamed = day < today ? known.unnamedRaces(on: day) : []
    let races = (known.details(on: day) + unnamed).map { RacingRequest.race($0, on: day) }
    return ([RacingRequest.racecards(day), .results(day)] + races).filter { isDue($0, known) }
  }

  /// How many requests a day takes from here on; where its lists are unknown, about how many.
  ///
  /// - Parameters:
  ///   - day: The day.
  ///   - known: What is known now.
  ///   - usual: The usual number of races of a day.
  /// - Returns: The number of requests.
  func remaining(in day: Day, _ known: KnownAnswers, usual: Int) -> Int {
    let isKnown =
      known[RacingRequest.racecards(day)] != nil || known[RacingRequest.results(day)] != nil
    return isKnown ? due(in: day, known).count : 2 + usual
  }

  /// The mean number of races on the last days whose lists are known.
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
    guard request.day >= last - Self.longestWait else { return false }
    return switch request {
    case .race: answer.raceState == .open
    // A race that a card tells all of is not asked for before the results should name it.
    case .racecards, .results:
      // A store of before may say so of the card without naming the races.
      known[RacingRequest.racecards(request.day)]?.raceState == .open
        || known.unnamedRaces(on: request.day).contains { id in
          let state = known[RacingRequest.race(id, on: request.day)]?.raceState
          return state == nil || state == .open
        }
    }
  }
}

extension KnownAnswers {
  /// The races that the lists of a day call for, in the lists' order.
  func details(on day: Day) -> [String] {
    var seen: Set<String> = []
    let lists = [RacingRequest.racecards(day), .results(day)]
    return lists.flatMap { self[$0]?.details ?? [] }.filter { seen.insert($0).inserted }
  }

  /// The races whose runners a day's card carries and that the results don't name, in the card's order.
  func unnamedRaces(on day: Day) -> [String] {
    let open = self[RacingRequest.racecards(day)]?.openRaces ?? []
    guard !open.isEmpty else { return [] }
    let named = Set(self[RacingRequest.results(day)]?.details ?? [])
    return open.filter { !named.contains($0) }
  }
}
