import Columns
import RowReading

extension Ambiguity {
  /// Describes what was found and expected, and the line of `aliases.csv` that settles it.
  func detail(of race: RaceCard, _ names: MatchingNames) -> String {
    switch self {
    case .several(let others):
      let list = others.map { Self.named($0, names) }.joined(separator: " and ")
      return "found \(others.count) stored races that it may be, \(list); expected one"
    case .shared(let other, let count):
      return "found \(count) races of this file that may be the stored race "
        + "\(Self.named(other, names)); expected one"
    case .otherRunners(let other, let resemblance):
      return "found the stored race \(Self.named(other, names)) at this course and time, "
        + "\(Self.shared(resemblance)); expected at least \(resemblance.neededCount)"
        + Self.remedy(Self.horseAlias(race, other, names))
    case .otherPlace(let other, let resemblance):
      let (difference, remedy) = Self.difference(race, other, names)
      return "found the stored race \(Self.named(other, names)) of the same day, "
        + "\(Self.shared(resemblance)), \(difference)" + remedy
    case .otherDay(let other, let resemblance):
      return "found the stored race \(Self.named(other, names)) of \(Day(other.date).iso) at this "
        + "course, \(Self.shared(resemblance)); expected \(Day(race.date).iso), or off times in both"
    case .crowded:
      return "found more than \(Limits.alikeRaces) stored races at this course on the day and "
        + "those beside it; expected fewer"
    }
  }

  // MARK: - Implementation

  private static func named(_ race: RaceCard, _ names: MatchingNames) -> String {
    "\(race.id) (\(names.source(race.source)))"
  }

  private static func shared(_ resemblance: Resemblance) -> String {
    "with \(resemblance.sharedCount) of \(resemblance.namedCount) runners by these names"
  }

  private static func remedy(_ line: String?) -> String {
    line.map { "; the line \($0) in aliases.csv joins them, then railbird rejects --retry" } ?? ""
  }

  /// Two runners with one number, most likely one horse.
  private static func horseAlias(_ race: RaceCard, _ other: RaceCard, _ names: MatchingNames)
    -> String?
  {
    for entrant in race.entrants {
      guard let number = entrant.number, let horse = entrant.horse,
        let match = other.entrants.first(where: { $0.number == number }),
        let known = match.horse, match.name != entrant.name
      else { continue }
      return alias(
        "horse", names.horses.spelling(ofCode: horse), names.horses.spelling(ofCode: known))
    }
    return nil
  }

  private static func difference(_ race: RaceCard, _ other: RaceCard, _ names: MatchingNames)
    -> (String, String)
  {
    guard let code = race.courseCode, let otherCode = other.courseCode, let course = race.course
    else { return ("without a course in both; expected one", "") }
    let spelling = names.courses.spelling(ofCode: code)
    let otherSpelling = names.courses.spelling(ofCode: otherCode)
    if course != other.course {
      return (
        "at \(otherSpelling); expected \(spelling)",
        remedy(alias("course", spelling, otherSpelling))
      )
    }
    if let off = race.offTime, let otherOff = other.offTime,
      RaceChooser.timesAgree(race, other) == false
    {
      return ("off at \(time(otherOff)); expected \(time(off)) within 10 minutes", "")
    }
    if let number = race.number, let otherNumber = other.number, number != otherNumber {
      return ("as race \(otherNumber); expected race \(number)", "")
    }
    return ("in another country; expected the same", "")
  }

  private static func alias(_ role: String, _ spelling: String, _ name: String) -> String {
    CSVCell.line([role, spelling, name])
  }

  /// Returns an instant as `2026-03-01 14:05 UTC`.
  private static func time(_ micros: Int64) -> String {
    Moment.text(micros, separator: " ").dropLast(3) + " UTC"
  }
}
