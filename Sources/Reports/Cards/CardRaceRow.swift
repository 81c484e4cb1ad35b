import ColumnStore
import Columns
import RunnerKeys

/// The place of a card's race in the store.
struct CardRaceRow: Sendable {
  let month: Int
  let race: Int
  let day: Day
  private let offTime: Int64
  private let course: String

  /// Returns the races of a day, or of it and later ones, at the requested courses, in the card's
  /// order.
  static func selected(
    _ request: CardRequest, through last: Day? = nil, _ months: [MonthView], _ snapshot: Snapshot
  ) throws(ReportError) -> [CardRaceRow] {
    let last = last ?? request.day
    let all = months.indices.flatMap { month in
      let own = months[month]
      return (own.raceCount(before: request.day)..<own.raceCount(before: last + 1)).map { race in
        let facts = RowFacts(own.races, race, snapshot, request.aliases)
        return CardRaceRow(
          month: month, race: race, day: Day(own.dates[race]),
          offTime: facts.instant("off_time") ?? .max, course: facts.name("course") ?? "")
      }
    }
    guard !all.isEmpty else {
      let days = last == request.day ? last.iso : "\(request.day.iso) to \(last.iso)"
      throw .noCard(
        store: snapshot.store, day: days, nearest: nearest(to: request.day, months))
    }
    return try atCourses(request.courses, all).sorted { $0.precedes($1) }
  }

  // MARK: - Implementation

  /// Whether it comes before another race; within a course, races with equal or no times keep their
  /// stored order.
  private func precedes(_ other: CardRaceRow) -> Bool {
    if day != other.day { return day < other.day }
    if offTime != other.offTime { return offTime < other.offTime }
    if course != other.course {
      return course.utf8.lexicographicallyPrecedes(other.course.utf8)
    }
    return (month, race) < (other.month, other.race)
  }

  private static func atCourses(
    _ wanted: [String], _ all: [CardRaceRow]
  ) throws(ReportError) -> [CardRaceRow] {
    guard !wanted.isEmpty else { return all }
    let courses = Set(all.map(\.course)).subtracting([""]).sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    var chosen: Set<String> = []
    for text in wanted {
      let key = NameKey(text)
      let same = courses.filter { NameKey($0) == key }
      let begun = courses.filter { !key.isEmpty && NameKey($0).hasPrefix(key) }
      let found = same.isEmpty ? begun : same
      guard !found.isEmpty else { throw .unknownCourse(found: text, among: courses) }
      chosen.formUnion(found)
    }
    return all.filter { chosen.contains($0.course) }
  }

  /// Returns the last day with races before a day, and the first one after it.
  private static func nearest(to day: Day, _ months: [MonthView]) -> [String] {
    let before = months.last { $0.raceCount(before: day) > 0 }.map {
      Day($0.dates[$0.raceCount(before: day) - 1])
    }
    let after = months.first { $0.raceCount(before: day) < $0.races.rowCount }.map {
      Day($0.dates[$0.raceCount(before: day)])
    }
    return [before, after].compactMap { $0?.iso }
  }
}
