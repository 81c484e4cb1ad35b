import Columns
import Seasons

extension FieldReader {
  /// Codes of a closed list of words, in any case.
  func words(_ known: [String]) -> FieldValues {
    let codes = known.map { (word: $0.lowercased(), code: encoder!.code($0)) }
    return fixed(expected: Self.listed(known)) { cell -> CellReading<Int32> in
      guard !cell.isEmpty else { return .none }
      let text = String(decoding: cell, as: UTF8.self).lowercased()
      return .init(codes.first { $0.word == text }?.code)
    } _: {
      .int32($0)
    }
  }

  /// Whether it is a moment or a year of a running club's tables: one mistyped year would make a
  /// season of its own, and the last one.
  var isOfClub: Bool {
    switch field.type {
    case .instant: field.name != "off_time"
    case .int16: ["year", "graduation_class"].contains(field.name)
    default: false
    }
  }

  /// Years that a club may have.
  func years() -> FieldValues {
    let known = SeasonYear.knownYears
    return fixed(expected: "a year from \(known.lowerBound) to \(known.upperBound)") { cell in
      .init(Self.integer(cell, Int16.self).flatMap { known.contains(Int($0)) ? $0 : nil })
    } _: {
      .int16($0)
    }
  }

  /// Moments of a typed column, those outside the known years refused.
  func moments(_ micros: Buffer<Int64>, _ validity: Validity) -> FieldValues {
    var out = FieldColumn<Int64>(count: micros.count)
    for row in 0..<micros.count where validity.isValid(row) {
      if Self.isKnownMoment(micros[row]) {
        out.set(row, micros[row])
      } else if mapping.bad != .null {
        out.problems.append(problem(row, "\(micros[row]) µs since 1970", "a time\(Self.inYears)"))
      }
    }
    return out.finished(field.type) { .int64($0) }
  }

  /// Whether a moment, µs since 1970 UTC, lies in the known years.
  static func isKnownMoment(_ micros: Int64) -> Bool { knownMoments.contains(micros) }

  /// What a message adds to the times that it expects.
  static let inYears: String = {
    let years = SeasonYear.knownYears
    return " in the years \(years.lowerBound) to \(years.upperBound)"
  }()

  private static let knownMoments: Range<Int64> = {
    let years = SeasonYear.knownYears
    let days = [years.lowerBound, years.upperBound + 1].map { Day(year: $0, month: 1, day: 1)! }
    return Int64(days[0].number) * 86_400_000_000..<Int64(days[1].number) * 86_400_000_000
  }()

  /// Such as `EARNED, SPENT or REFUND`.
  private static func listed(_ words: [String]) -> String {
    words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
  }
}
