/// How many runners two races share by name.
struct Resemblance: Equatable {
  /// Runners whose names both races have.
  let sharedCount: Int
  /// The runners of the race that declares fewer.
  let declaredCount: Int

  init(_ left: [Entrant], _ right: [Entrant]) {
    let names = Self.names(left)
    sharedCount = Self.names(right).reduce(0) { $0 + min($1.value, names[$1.key, default: 0]) }
    declaredCount = min(Self.declaredCount(left), Self.declaredCount(right))
  }

  /// How many must be shared where day, course and time agree: half of them, at least two.
  var neededCount: Int { max(min(2, declaredCount), (declaredCount + 1) / 2) }

  /// Whether it is one race, given that day, course and time agree.
  var isConfirmed: Bool { sharedCount > 0 && sharedCount >= neededCount }

  /// Whether it is one race by its runners alone: three fifths, at least two.
  var isConfirmedAlone: Bool { isConfirmed && sharedCount * 5 >= declaredCount * 3 }

  /// Whether two races cannot be told apart although their day alone agrees.
  var isSurelySame: Bool { isConfirmedAlone && sharedCount >= 3 }

  // MARK: - Implementation

  private static func names(_ entrants: [Entrant]) -> [Int32: Int] {
    Dictionary(entrants.compactMap { $0.name.map { ($0, 1) } }, uniquingKeysWith: +)
  }

  /// Of an abandoned race all runners count.
  private static func declaredCount(_ entrants: [Entrant]) -> Int {
    let declared = entrants.count { $0.isDeclared }
    return declared == 0 ? entrants.count : declared
  }
}
