import Columns

/// Which requests a run still has to send: nothing but days, times and what is known decides.
struct FetchPlan: Sendable {
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

  /// The requests of a day that are due by what is known now, lists first: these tell of races.
  func due(on day: Day, _ known: KnownAnswers) -> [FetchRequest] {
    // The results leave out races that were cancelled, and a card may never say so.
    let unnamed = day < today ? known.unnamedRaces(on: day) : []
    let races = (known.details(on: day) + unnamed).map { FetchRequest.race($0, on: day) }
    return ([FetchRequest.racecards(day), .results(day)] + races).filter { isDue($0, known) }
  }

  /// How many requests a day takes from here on; where its lists are unknown, about how many.
  ///
  /// - Parameters:
  ///   - day: The day.
  ///   - known: What is known now.
  ///   - raceCount: The usual number of races of a day.
  /// - Returns: The number of requests.
  func remaining(on day: Day, _ known: KnownAnswers, raceCount: Int) -> Int {
    let isKnown =
      known[FetchRequest.racecards(day)] != nil || known[FetchRequest.results(day)] != nil
    return isKnown ? due(on: day, known).count : 2 + raceCount
  }

  // MARK: - Implementation

  private func isDue(_ request: FetchRequest, _ known: KnownAnswers) -> Bool {
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
      known[FetchRequest.racecards(request.day)]?.raceState == .open
        || known.unnamedRaces(on: request.day).contains { id in
          let state = known[FetchRequest.race(id, on: request.day)]?.raceState
          return state == nil || state == .open
        }
    }
  }
}
