import Foundation

/// The sums of inverse odds of a sample's races, with a column's bare numbers read in several ways.
struct BookFit {
  /// A way to read a bare number as odds.
  enum Reading: CaseIterable {
    case decimal
    case toOne
    case hundredths
    case perTen
    case perHundred
    case perTwo
    case perFive

    /// The member of a mapping for it; nil for decimal odds, which need none.
    var members: [String] {
      switch self {
      case .decimal: []
      case .toOne: ["format: to_one"]
      case .hundredths: ["format: hundredths"]
      case .perTen: ["format: payoff", "stake: 10"]
      case .perHundred: ["format: payoff", "stake: 100"]
      case .perTwo: ["format: payoff", "stake: 2"]
      case .perFive: ["format: payoff", "stake: 5"]
      }
    }

    /// The unit in words.
    var unit: String {
      switch self {
      case .decimal: "decimal odds, stake included"
      case .toOne: "decimals to one, without the stake"
      case .hundredths: "hundredths to one"
      case .perTen: "amounts for a stake of 10"
      case .perHundred: "amounts for a stake of 100"
      case .perTwo: "amounts for a stake of 2"
      case .perFive: "amounts for a stake of 5"
      }
    }

    /// The inverse of a number's odds.
    fileprivate func inverse(_ number: Double) -> Double {
      switch self {
      case .decimal: 1 / number
      case .toOne: 1 / (1 + number)
      case .hundredths: 1 / (1 + number / 100)
      case .perTen: 10 / number
      case .perHundred: 100 / number
      case .perTwo: 2 / number
      case .perFive: 5 / number
      }
    }
  }

  /// The median of the sums by each reading; empty if no race has enough numbers.
  let medians: [Reading: Double]
  /// The number of cells above 0 and below 1.
  let belowOneCount: Int

  /// Sums the races in which three runners or more, and most of all, have a number.
  ///
  /// - Parameters:
  ///   - profile: The column.
  ///   - races: The rows by race.
  ///   - horses: The horses; a second row of one in a race does not count.
  ///   - hasCommas: Whether commas are marks before decimals.
  init(
    _ profile: ColumnProfile, in races: RowRelations, of horses: ColumnProfile?, hasCommas: Bool
  ) {
    let numbers = profile.values.map { Self.number($0, hasCommas: hasCommas) }
    belowOneCount = zip(numbers, profile.counts).reduce(0) {
      $0 + ($1.0.map { $0 > 0 && $0 < 1 } ?? false ? $1.1 : 0)
    }
    var rows: [[Double]] = Array(repeating: [], count: races.raceCount)
    var rowCounts = [Int](repeating: 0, count: races.raceCount)
    var firstRows = rowCounts
    var known: Set<[Int32]> = []
    for (row, (race, code)) in zip(races.races, profile.codes).enumerated() where race >= 0 {
      if let horse = horses?.codes[row], horse >= 0, !known.insert([race, horse]).inserted {
        continue
      }
      if rowCounts[Int(race)] == 0 { firstRows[Int(race)] = row }
      rowCounts[Int(race)] += 1
      guard code >= 0, let number = numbers[Int(code)], number > 0 else { continue }
      rows[Int(race)].append(number)
    }
    let complete = rows.indices.filter {
      rows[$0].count >= 3 && Double(rows[$0].count) >= 0.7 * Double(rowCounts[$0])
    }
    let numbersOfBooks = complete.map { rows[$0] }
    books = complete.map { (firstRows[$0], rows[$0]) }
    let all = numbersOfBooks.joined()
    spread = (all.max() ?? 1) / (all.min() ?? 1)
    guard !numbersOfBooks.isEmpty else {
      medians = [:]
      return
    }
    medians = Dictionary(
      uniqueKeysWithValues: Reading.allCases.map { reading in
        let sums = numbersOfBooks.map { Self.sum($0, reading) }.sorted()
        return (reading, sums[sums.count / 2])
      })
  }

  /// Per race with a book: its first row, and whether its numbers are a book like the others' only
  /// as odds to one, while the others' are decimal odds.
  var racesToOne: [(row: Int, isToOne: Bool)] {
    guard let median = medians[.decimal] else { return [] }
    return books.map { row, numbers in
      (
        row,
        Self.sum(numbers, .decimal) > median + 0.2
          && abs(Self.sum(numbers, .toOne) - median) < 0.12
      )
    }
  }

  /// Returns the reading that the sums speak for.
  ///
  /// - Parameters:
  ///   - first: The reading by the numbers alone, which stays if its sum is plausible.
  ///   - isAmerican: Whether the file has signs of American races, which print odds to one.
  /// - Returns: The reading.
  func reading(insteadOf first: Reading, isAmerican: Bool) -> Reading {
    func has(_ reading: Reading, _ sums: ClosedRange<Double>) -> Bool {
      medians[reading].map(sums.contains) ?? false
    }
    switch first {
    case .decimal:
      guard let sum = medians[.decimal] else { return first }
      if sum > 1.6 || (isAmerican || belowOneCount > 0) && sum > 1.25, has(.toOne, 0.75...1.6) {
        return .toOne
      }
      if has(.perTen, 0.9...1.55) { return .perTen }
      return has(.perHundred, 0.9...1.55) ? .perHundred : first
    case .hundredths:
      // Both may be plausible: pools pay out about five sixths.
      let distances = [first, .perHundred].map { abs(log((medians[$0] ?? 0) * 5 / 6)) }
      return distances[1] < distances[0] - 0.05 ? .perHundred : first
    default: return first
    }
  }

  /// The first reading by which the numbers are a book, with its sum; nil if they differ too little
  /// for odds.
  var likely: (reading: Reading, sum: Double)? {
    guard spread >= Self.leastSpread else { return nil }
    for reading in [Reading.decimal, .toOne, .perTwo, .perFive, .perTen, .perHundred] {
      if let sum = medians[reading], (1...1.55).contains(sum) { return (reading, sum) }
    }
    return nil
  }

  /// A sum as text, in hundredths.
  static func text(_ sum: Double) -> String { ((sum * 100).rounded() / 100).shortText }

  // MARK: - Implementation

  /// The longest odds of a file are at least this many times the shortest.
  private static let leastSpread = 5.0
  private let spread: Double
  private let books: [(row: Int, numbers: [Double])]

  private static func sum(_ numbers: [Double], _ reading: Reading) -> Double {
    numbers.reduce(0) { $0 + reading.inverse($1) }
  }

  private static func number(_ text: String, hasCommas: Bool) -> Double? {
    let bare = text.filter { !"$£€¥* ".contains($0) && (hasCommas ? $0 != "." : $0 != ",") }
    return Double(hasCommas ? bare.replacing(",", with: ".") : bare)
  }
}
