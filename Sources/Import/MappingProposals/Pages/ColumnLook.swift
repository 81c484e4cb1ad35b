import Racing

/// The likely kind of a column without a name, in words for people.
struct ColumnLook {
  /// The words; nil for a column without a text.
  private(set) var words: String?

  /// The most different texts that are listed.
  private static let listedTexts = 6

  /// Describes a column.
  ///
  /// - Parameters:
  ///   - profile: The column.
  ///   - races: The sample's rows by race.
  init(_ profile: ColumnProfile, in races: RowRelations) {
    guard profile.valueCount > 0 else { return }
    let isOfRace = races.raceCount > 0 && races.constancy(of: profile) > 0.95
    let whose = isOfRace ? "one for each race" : "differing in races"
    let numbers = profile.values.compactMap { Double($0.replacing(",", with: ".")) }
    if profile.values.count == 1 {
      words = "the same in all rows"
    } else if DateFit(profile).fit.share > 0.98 {
      words = "days, \(whose)"
    } else if profile.share({ Double($0.replacing(",", with: ".")) != nil }) > 0.95 {
      words = Self.number(profile, numbers, races) ?? Self.range(numbers) + ", " + whose
    } else if TimeFit(profile).fit.share > 0.98 {
      words = "times of day or running times, \(whose)"
    } else if profile.values.count <= Self.listedTexts {
      words = "words: " + profile.values.map(\.oneLine).joined(separator: ", ")
    } else if isOfRace {
      words = "\(profile.values.count) texts, \(whose): courses, names or conditions of races"
    } else if races.raceCount > 0, races.distinctness(of: profile) > 0.98,
      profile.values.count * 2 > profile.filledCount
    {
      words = "\(profile.values.count) texts, hardly one twice: horses, dams or comments"
    } else {
      words = "\(profile.values.count) texts that come again: riders, trainers, owners or sires"
    }
  }

  private static func number(
    _ profile: ColumnProfile, _ numbers: [Double], _ races: RowRelations
  ) -> String? {
    guard races.raceCount > 0 else { return nil }
    if numbers.allSatisfy({ $0 == $0.rounded() && (0...60).contains($0) }),
      UnnamedColumns.isNumbering(profile, in: races)
    {
      return "numbers of a race's runners: saddlecloths, stalls, finishes or an order of the market"
    }
    let isFraction = numbers.contains { $0 != $0.rounded() }
    return isFraction && UnnamedColumns.areBooks(profile, in: races)
      ? range(numbers) + ", odds by their sums" : nil
  }

  private static func range(_ numbers: [Double]) -> String {
    func text(_ number: Double) -> String {
      number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
    }
    return "numbers from \(text(numbers.min() ?? 0)) to \(text(numbers.max() ?? 0))"
  }
}
