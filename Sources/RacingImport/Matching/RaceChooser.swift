/// Finds the stored races that a file's races are, among those of the same days.
struct RaceChooser {
  private struct Key: Hashable {
    let date: Int32
    let name: Int32
  }

  private static let offTimeTolerance: Int64 = 10 * 60 * 1_000_000

  private let stored: [RaceCard]
  private var byCourse: [Key: [Int]] = [:]
  private lazy var byHorse: [Key: [Int]] = indexedByHorse()
  private var isClaimed: [Bool]

  /// Takes the stored races of some days.
  init(_ stored: [RaceCard]) {
    self.stored = stored
    isClaimed = Array(repeating: false, count: stored.count)
    for (place, race) in stored.enumerated() {
      guard let course = race.course else { continue }
      byCourse[Key(date: race.date, name: course), default: []].append(place)
    }
  }

  /// Decides on all races of a file together, so that no stored race is taken twice.
  ///
  /// - Parameter races: The file's races whose keys are not stored.
  /// - Returns: A choice for each.
  mutating func choices(for races: [RaceCard]) -> [RaceChoice] {
    let candidates = races.map(candidates)
    let confirmed = zip(races, candidates).map { race, places in
      places.filter { isConfirmed(race, stored[$0]) }
    }
    let claims = Dictionary(
      confirmed.filter { $0.count == 1 }.map { ($0[0], 1) }, uniquingKeysWith: +)
    for place in claims.keys { isClaimed[place] = true }
    return races.indices.map { index in
      if confirmed[index].count > 1 {
        return .ambiguous(.several(confirmed[index].map { stored[$0] }))
      }
      if let place = confirmed[index].first {
        let count = claims[place]!
        return count == 1
          ? .stored(place) : .ambiguous(.shared(stored[place], count: count))
      }
      return unconfirmed(races[index], candidates[index])
    }
  }

  // MARK: - Implementation

  /// Races at the same course whose off times or numbers don't speak against it.
  private func candidates(_ race: RaceCard) -> [Int] {
    guard let course = race.course else { return [] }
    return byCourse[Key(date: race.date, name: course), default: []].filter {
      isOpen(stored[$0], to: race) && !Self.differInCountry(race, stored[$0])
        && Self.timesAgree(race, stored[$0]) != false
    }
  }

  private func isConfirmed(_ race: RaceCard, _ other: RaceCard) -> Bool {
    let resemblance = Resemblance(race.entrants, other.entrants)
    return Self.timesAgree(race, other) == true
      ? resemblance.isConfirmed : resemblance.isConfirmedAlone
  }

  /// A race whose runners confirm no candidate: refused where it may be a stored one nevertheless.
  private mutating func unconfirmed(_ race: RaceCard, _ candidates: [Int]) -> RaceChoice {
    let sameTime = candidates.filter {
      !isClaimed[$0] && Self.timesAgree(race, stored[$0]) == true
    }
    if let place = sameTime.first {
      return .ambiguous(
        .otherRunners(stored[place], Resemblance(race.entrants, stored[place].entrants)))
    }
    return elsewhere(race)
  }

  /// A race whose runners all but make up a stored race of the day at another course or time.
  private mutating func elsewhere(_ race: RaceCard) -> RaceChoice {
    var shared: [Int: Int] = [:]
    for name in Set(race.entrants.compactMap(\.name)) {
      for place in byHorse[Key(date: race.date, name: name), default: []] {
        shared[place, default: 0] += 1
      }
    }
    for place in shared.keys.sorted() where shared[place]! >= 3 && !isClaimed[place] {
      let resemblance = Resemblance(race.entrants, stored[place].entrants)
      if isOpen(stored[place], to: race) && resemblance.isSurelySame {
        return .ambiguous(.otherPlace(stored[place], resemblance))
      }
    }
    return .new
  }

  /// Whether no source that tells of the race has told of the stored one.
  private func isOpen(_ other: RaceCard, to race: RaceCard) -> Bool {
    other.sources.isDisjoint(with: race.sources)
  }

  private func indexedByHorse() -> [Key: [Int]] {
    var index: [Key: [Int]] = [:]
    for (place, race) in stored.enumerated() {
      for name in Set(race.entrants.compactMap(\.name)) {
        index[Key(date: race.date, name: name), default: []].append(place)
      }
    }
    return index
  }

  private static func differInCountry(_ left: RaceCard, _ right: RaceCard) -> Bool {
    guard let leftCountry = left.country, let rightCountry = right.country else { return false }
    return leftCountry != rightCountry
  }

  /// Whether off times, or else race numbers, agree; nil where neither is known of both.
  static func timesAgree(_ left: RaceCard, _ right: RaceCard) -> Bool? {
    if let leftOff = left.offTime, let rightOff = right.offTime {
      let apart = leftOff.subtractingReportingOverflow(rightOff)
      return !apart.overflow && apart.partialValue.magnitude <= UInt64(offTimeTolerance)
    }
    guard let leftNumber = left.number, let rightNumber = right.number else { return nil }
    return leftNumber == rightNumber
  }
}
