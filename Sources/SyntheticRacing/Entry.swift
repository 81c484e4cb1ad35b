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
