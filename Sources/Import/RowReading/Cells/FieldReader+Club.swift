import Columns
import Mappings
import Seasons

extension FieldReader {
  /// Reads words of a closed list as codes, in any case of letters.
  func words(_ count: Int, _ out: FieldColumn, _ known: [String]) {
    let codes = known.map { (word: $0.lowercased(), code: encoder!.code($0)) }
    fixed(count, out, expected: Self.listed(known)) { cell -> CellReading<Int32> in
      guard !cell.isEmpty else { return .none }
      let text = String(decoding: cell, as: UTF8.self).lowercased()
      return .init(codes.first { $0.word == text }?.code)
    }
  }

  /// Whether it is a moment or a year of a running club's tables: one mistyped year would make a
  /// new season, and the last one.
  var isOfClub: Bool {
    switch field.type {
    case .instant: field.name != "off_time"
    case .int16: ["year", "graduation_class"].contains(field.name)
    default: false
    }
  }

  /// Reads years that a club may have.
  func years(_ count: Int, _ out: FieldColumn) {
    let known = SeasonYear.knownYears
    let expected = "a year from \(known.lowerBound) to \(known.upperBound)"
    fixed(count, out, expected: expected) { cell -> CellReading<Int16> in
      .init(Self.integer(cell, Int16.self).flatMap { known.contains(Int($0)) ? $0 : nil })
    }
  }

  /// Reads moments of a typed column; refuses those outside the known years.
  func moments(_ micros: Buffer<Int64>, _ validity: Validity, _ out: FieldColumn) {
    let known = knownMoments
    out.add(micros.count, of: Int64.self) { slots in
      for row in 0..<micros.count where validity.isValid(row) {
        if known.contains(micros[row]) {
          slots.set(row, micros[row])
        } else if mapping.bad != .null {
          let found = "\(micros[row]) µs since 1970"
          out.note(problem(slots.first + row, found, "a time\(inKnownYears)"))
        }
      }
    }
  }

  /// The moments that the field accepts, µs since 1970 UTC.
  var knownMoments: Range<Int64> { isOfClub ? Self.clubMoments : Day.civilMicros }

  /// The years, as a message adds them to the expected time.
  var inKnownYears: String {
    let years = isOfClub ? SeasonYear.knownYears : 1...9999
    return " in the years \(years.lowerBound) to \(years.upperBound)"
  }

  private static let clubMoments: Range<Int64> = {
    let years = SeasonYear.knownYears
    let days = [years.lowerBound, years.upperBound + 1].map { Day(year: $0, month: 1, day: 1)! }
    return Int64(days[0].number) * 86_400_000_000..<Int64(days[1].number) * 86_400_000_000
  }()

  /// Joins words, such as `EARNED, SPENT or REFUND`.
  private static func listed(_ words: [String]) -> String {
    words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
  }
}
