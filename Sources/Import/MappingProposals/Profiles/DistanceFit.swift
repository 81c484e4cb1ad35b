import Racing

/// The unit of a column's bare distances, by its name or by the steps between its numbers.
struct DistanceFit {
  /// The members of a mapping for the unit; nil where the numbers do not change the first choice.
  private(set) var members: [String]?
  private(set) var comments: [String] = []
  private(set) var doubts: [String] = []

  private static let names: [(words: Set<String>, members: [String], unit: String)] = [
    (["y", "yd", "yds", "yard", "yards"], ["format: yards"], "yards"),
    (["f", "fur", "furlong", "furlongs"], ["format: furlongs"], "furlongs"),
    (["mi", "mile", "miles"], ["format: miles"], "miles"),
    (["km", "kilometre", "kilometres", "kilometer", "kilometers"], ["times: 1000"], "kilometres"),
    (["m", "metre", "metres", "meter", "meters", "mtr", "mtrs"], [], "metres"),
  ]

  /// Returns the members for the unit that a word names; nil if it names none.
  static func members(named word: String) -> [String]? {
    names.first { $0.words.contains(word) }?.members
  }

  /// Judges a column.
  ///
  /// - Parameters:
  ///   - profile: The column.
  ///   - last: The last word of its name.
  ///   - first: The members chosen by the range of its numbers.
  init(_ profile: ColumnProfile, lastWord last: String, first: [String]) {
    let named = Self.names.first { $0.words.contains(last) }
    let numbers = profile.numbers
    let total = numbers.reduce(0) { $0 + $1.count }
    guard total > 0, total * 20 >= profile.valueCount * 19,
      let least = numbers.map(\.value).min(), let most = numbers.map(\.value).max()
    else { return }
    let range = "from \(least.shortText) to \(most.shortText)"
    // A name of metres over numbers below ten is of kilometres or miles.
    if let named, named.unit != "metres" || first.isEmpty {
      comments = ["\(named.unit), by the column's name: \(range)"]
      return
    }
    func share(_ fits: (Double) -> Bool) -> Double {
      Double(numbers.reduce(0) { $0 + (fits($1.value) ? $1.count : 0) }) / Double(total)
    }
    switch first {
    case []: judgeMetres(range, most, share)
    case ["format: furlongs"], ["format: miles"]: judgeSmall(range, most, share)
    case ["format: furlongs", "times: 0.01"]:
      comments = ["hundredths of a furlong, by the column's name: \(range)"]
    default: break
    }
  }

  // MARK: - Implementation

  private mutating func judgeMetres(
    _ range: String, _ most: Double, _ share: ((Double) -> Bool) -> Double
  ) {
    let yards = share { Self.isStep($0, 110) && !Self.isStep($0, 50) }
    let metres = share { (Self.isStep($0, 50) || Self.isStep($0, 20)) && !Self.isStep($0, 110) }
    // Half furlongs, rounded to metres: 1006, 1106, 1207.
    let converted = share { abs(($0 / 100.584).rounded() * 100.584 - $0) <= 1 }
    if yards >= 0.3, yards > 4 * metres {
      members = ["format: yards"]
      comments = ["yards, \(range): \(Self.percent(yards)) are half furlongs of 110 yards"]
      let others = share {
        abs(($0 / 100.584).rounded() * 100.584 - $0) <= 1 && !Self.isStep($0, 110)
      }
      if others >= 0.1 {
        doubts = [
          "\(range): \(Self.percent(yards)) are half furlongs in yards, \(Self.percent(others)) in "
            + "metres; all are read as yards"
        ]
      }
    } else if share({ $0 < 800 }) > 0.5, most > 750, share({ Self.isStep($0, 25) }) == 1 {
      comments = ["metres, \(range)"]
      doubts = [
        "\(range): most are shorter than any race of horses in metres; hundredths of a furlong are "
          + "format: furlongs with times: 0.01"
      ]
    } else if metres >= 0.5 || metres >= 0.2 && metres > 2 * yards {
      comments = ["metres, \(range): \(Self.percent(metres)) are multiples of 50 or 20"]
    } else if converted >= 0.5 {
      comments = ["metres, \(range): \(Self.percent(converted)) are half furlongs of 100.6 metres"]
    } else {
      comments = ["metres, \(range)"]
      doubts = [
        "the numbers, \(range), do not show their unit; they are read as metres: if they are yards, "
          + "write format: yards"
      ]
    }
  }

  private mutating func judgeSmall(
    _ range: String, _ most: Double, _ share: ((Double) -> Bool) -> Double
  ) {
    guard most <= 4.5 else {
      comments = ["furlongs, \(range)"]
      return
    }
    // No race of horses is so short in furlongs. Miles have quarters, kilometres tenths.
    if share({ Self.isStep($0 * 10, 1) }) == 1, share({ !Self.isStep($0 * 4, 1) }) > 0.2 {
      members = ["times: 1000"]
      comments = ["kilometres, \(range), in steps of 0.1"]
    } else {
      members = ["format: miles"]
      comments = ["miles, \(range)"]
    }
  }

  private static func isStep(_ value: Double, _ step: Double) -> Bool {
    abs((value / step).rounded() * step - value) < 1e-6
  }

  private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
}

extension ColumnProfile {
  /// The texts that are plain numbers, with the number of cells of each.
  var numbers: [(value: Double, count: Int)] {
    zip(values, counts).compactMap { text, count in
      Double(text).flatMap { $0.isFinite ? (value: $0, count: count) : nil }
    }
  }
}

extension Double {
  /// The number with at most six decimals.
  var shortText: String {
    magnitude < 1e12 ? Decimal6(micros: Int64((self * 1e6).rounded())).description : "\(self)"
  }
}
