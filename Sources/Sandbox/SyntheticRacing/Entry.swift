import Columns
import Racing

/// One runner while its race is made.
struct Entry {
  var horse = 0
  var jockey = 0
  var trainer = 0
  var owner = 0
  var sire = 0
  var age = 0
  var sex = Sex.gelding
  var draw = 0
  var weightPounds = 0
  var officialRating = 0
  /// Ability without the effect of weight in a handicap.
  var ability = 0.0
  /// The logarithm of the winning chance, up to a constant of the race.
  var strength = 0.0
  var performance = 0.0
  var outcome = Outcome.finished.rawValue
  var position = 0
  var beatenLengthsMicros: Int64 = -1
  var spMicros: Int64 = 0
  var toteMicros: Int64 = 0
  var bspMicros: Int64 = 0

  var isStarter: Bool { outcome != Outcome.nonRunner.rawValue }
  var isFinisher: Bool { outcome == Outcome.finished.rawValue }
}

/// Sex and age group; raw values are indices of ``SyntheticSeason/sexNames``.
enum Sex: Int32 {
  case colt = 0
  case filly = 1
  case gelding = 2
  case horse = 3
  case mare = 4

  static let names = ["colt", "filly", "gelding", "horse", "mare"]

  var isFemale: Bool { self == .filly || self == .mare }

  static func of(key: UInt64, age: Int) -> Sex {
    switch key % 100 {
    case 0..<38: age < 5 ? .filly : .mare
    case 38..<75: .gelding
    default: age < 5 ? .colt : .horse
    }
  }
}

extension World {
  /// Makes the entry of a horse, with the facts that its index and the day determine.
  func entry(horse: Int, country: Int, day: Int, year: Int) -> Entry {
    let key = horses.key(horse: horse)
    let firstDay = horses.firstDay(horse: horse, country: country, key: key)
    let isLate = day > horses.middleDay(firstDay: firstDay)
    let changesTrainer = isLate && mixed(key, 2) % 100 < 15
    let trainer = trainers.regular(
      inCountry: country, key: mixed(key, 3), on: day, skipping: changesTrainer ? 1 : 0)
    let sire = sires.regular(inCountry: country, key: mixed(key, 5), on: max(0, firstDay))
    let age = year - RacingCalendar.year(date: calendar.date(day: firstDay)) + debutAge(key: key)

    var entry = Entry()
    entry.horse = horse
    entry.trainer = trainer
    entry.owner = owners.regular(inCountry: country, key: mixed(key, 4), on: day)
    entry.sire = sire
    entry.age = age
    entry.sex = Sex.of(key: mixed(key, 6), age: age)
    entry.ability =
      0.7 * PortableMath.normalQuantile(openUnit(mixed(key, 7))) + sires.skill[sire]
    return entry
  }

  private func debutAge(key: UInt64) -> Int {
    switch mixed(key, 8) % 10 {
    case 0..<5: 2
    case 5..<9: 3
    default: 4
    }
  }
}
