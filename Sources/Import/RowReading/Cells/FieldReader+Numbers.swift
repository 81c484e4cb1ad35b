import Columns
import Mappings
import Racing

extension FieldReader {
  @inline(__always)
  func integers<T: FixedWidthInteger & BitwiseCopyable>(
    _ count: Int, _ out: FieldColumn, _ type: T.Type
  ) {
    let marks = NumberMarks(mapping)
    guard mapping.timesMicros == nil, marks.arePlain else {
      return fixed(count, out, expected: "a whole number") { cell -> CellReading<T> in
        let text = marks.scaled(cell, by: mapping.timesMicros)
        return .init(text.flatMap { $0.withUnsafeBufferPointer { Self.integer($0, T.self) } })
      }
    }
    // Runners' numbers differ within a race, and reading one costs no more than comparing it.
    fixedByWord(count, out, expected: "a whole number") { word, count in
      Decimal6.wholeNumber(word, count: count).flatMap { T(exactly: $0) }
    } _: {
      .init(Self.integer($0, T.self))
    }
  }

  /// Reads a whole number; spreadsheets write it as 1140.0.
  static func integer<T: FixedWidthInteger>(
    _ cell: UnsafeBufferPointer<UInt8>, _ type: T.Type
  ) -> T? {
    var value = 0
    var digits = cell[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
    if let point = digits.firstIndex(of: UInt8(ascii: ".")),
      digits[(point + 1)...].allSatisfy({ $0 == UInt8(ascii: "0") })
    {
      digits = digits[..<point]
    }
    guard !digits.isEmpty, digits.count <= 18 else { return nil }
    for byte in digits {
      guard byte >= 48, byte <= 57 else { return nil }
      value = value * 10 + Int(byte - 48)
    }
    return T(exactly: isNegative ? -value : value)
  }

  /// Reads distances, in metres unless the mapping says otherwise.
  func distances(_ count: Int, _ out: FieldColumn) {
    guard case .distance(let unit)? = mapping.formats.first else {
      return integers(count, out, Int32.self)
    }
    let expected = "a distance in " + (unit?.rawValue ?? "words such as 1m2f")
    let marks = NumberMarks(mapping)
    let times = mapping.timesMicros
    fixed(count, out, expected: expected) { cell -> CellReading<Int32> in
      guard times != nil || !marks.arePlain else {
        return .init(Distance.parse(cell.span, unit: unit)?.metres)
      }
      // Multiply first: hundredths of furlongs would be no distance of a race.
      return .init(
        marks.scaled(cell, by: times).flatMap { Distance.parse($0.span, unit: unit)?.metres })
    }
  }

  /// Reads decimal numbers in 10⁻⁶ units: odds, amounts, weights and lengths.
  func decimals(_ count: Int, _ out: FieldColumn) {
    let accepted = accepted
    let (least, most) = (accepted.lowerBound, accepted.upperBound)
    let isOdds = isOdds
    if mapping.formats.isEmpty, mapping.stake == 1, mapping.timesMicros == nil,
      NumberMarks(mapping).arePlain
    {
      return fixedByWord(count, out, expected: expectedNumber) { word, count in
        let micros = Decimal6.wordMicros(word, count: count)
        return micros >= max(least, 0) && micros <= most ? micros : nil
      } _: {
        cell -> CellReading<Int64> in
        guard !isOdds || !Self.isSigned(cell), let micros = Decimal6.parseMicros(cell.span),
          micros >= least, micros <= most
        else { return .unreadable }
        return .value(micros)
      }
    }
    let readers =
      mapping.formats.isEmpty
      ? [scaled(plainDecimal(NumberMarks(mapping)))] : mapping.formats.map(scaledReader)
    let recent = RecentNumbers()
    fixed(count, out, expected: expectedNumber) { cell -> CellReading<Int64> in
      recent.reading(of: cell) {
        for read in readers {
          switch read(cell) {
          case .value(let micros) where accepted.contains(micros): return .value(micros)
          case .none: return .none
          default: continue
          }
        }
        return .unreadable
      }
    }
  }

  /// Reads doubles as exact decimals: the nearest multiple of 10⁻⁶; NaN is no value.
  func decimals(_ numbers: Buffer<Double>, _ validity: Validity, _ out: FieldColumn) {
    let accepted = accepted
    out.add(numbers.count, of: Int64.self) { slots in
      for row in 0..<numbers.count where validity.isValid(row) && !numbers[row].isNaN {
        let micros = (numbers[row] * 1e6).rounded(.toNearestOrEven)
        if micros.magnitude < 9e18, accepted.contains(Int64(micros)) {
          slots.set(row, Int64(micros))
        } else if mapping.bad != .null {
          out.note(problem(slots.first + row, "\(numbers[row])", expectedNumber))
        }
      }
    }
  }

  /// Reads whole numbers as decimals.
  func decimals(_ numbers: Buffer<Int64>, _ validity: Validity, _ out: FieldColumn) {
    let accepted = accepted
    out.add(numbers.count, of: Int64.self) { slots in
      for row in 0..<numbers.count where validity.isValid(row) {
        let (micros, isTooLarge) = numbers[row].multipliedReportingOverflow(by: Decimal6.one)
        if !isTooLarge, accepted.contains(micros) {
          slots.set(row, micros)
        } else if mapping.bad != .null {
          out.note(problem(slots.first + row, "\(numbers[row])", expectedNumber))
        }
      }
    }
  }

  // MARK: - Implementation

  // Safety: a caller lends the bytes of a cell for the one call.
  private typealias DecimalReader = (UnsafeBufferPointer<UInt8>) -> CellReading<Int64>

  /// Multiplies the values that a reader returns by the mapping's factor.
  private func scaled(_ read: @escaping DecimalReader) -> DecimalReader {
    guard let times = mapping.timesMicros else { return read }
    return { cell in
      let reading = read(cell)
      guard case .value(let micros) = reading else { return reading }
      return .init(Decimal6.scaled(micros, by: times))
    }
  }

  private func scaledReader(_ format: FieldFormat) -> DecimalReader {
    // Multiply first: tenths of kilograms would be no weight of a rider.
    if case .weight = format { return decimalReader(format) }
    return scaled(decimalReader(format))
  }

  private func plainDecimal(_ marks: NumberMarks) -> DecimalReader {
    let stake = mapping.stake
    let isOdds = isOdds
    return { cell in
      guard !isOdds || !Self.isSigned(cell) else { return .unreadable }
      var micros: Int64?
      if marks.arePlain {
        micros = Decimal6.parseMicros(cell.span)
      } else if let digits = marks.plain(cell) {
        micros = Decimal6.parseMicros(digits.span)
      }
      guard let micros else { return .unreadable }
      return .value(stake == 1 ? micros : Rounding.halfEven(micros, dividedBy: stake))
    }
  }

  /// Whether odds are read as plain numbers.
  ///
  /// Amounts, and odds with a minimum of the mapping, may be 1 or less. The notations themselves
  /// know no marks, nor a stake of decimal odds.
  private func isPlain(_ notation: OddsNotation) -> Bool {
    guard notation == .decimal || notation == .payoff else { return false }
    return isAmount || mapping.atLeastMicros != nil || !NumberMarks(mapping).arePlain
      || notation == .decimal && mapping.stake != 1
  }

  private func decimalReader(_ format: FieldFormat) -> DecimalReader {
    switch format {
    case .odds(let notation) where isPlain(notation):
      let read = plainDecimal(
        NumberMarks(mapping, thousands: notation == .payoff ? "," : nil))
      return { cell in Odds.saysNoPrice(cell.span) ? .none : read(cell) }
    case .odds(let notation):
      let (stake, marks) = (mapping.stake, NumberMarks(mapping))
      return { cell in
        do throws(OddsError) {
          let odds: Odds?
          if notation == .toOne, !marks.arePlain, let plain = marks.plain(cell) {
            odds = try Odds.parse(plain.span, notation)
          } else {
            odds = try Odds.parse(cell.span, notation, stake: stake)
          }
          guard let odds else { return .none }
          return .value(odds.micros)
        } catch {
          return .unreadable
        }
      }
    case .weight(let unit):
      let (marks, times) = (NumberMarks(mapping), mapping.timesMicros)
      let most =
        field.name == "body_weight_lb"
        ? CarriedWeight.maximumBodyPounds : CarriedWeight.maximumPounds
      guard times != nil || !marks.arePlain else {
        return { .init(CarriedWeight.pounds($0.span, unit: unit, most: most)) }
      }
      return { cell in
        .init(
          marks.scaled(cell, by: times).flatMap {
            CarriedWeight.pounds($0.span, unit: unit, most: most)
          })
      }
    case .lengths:
      let marks = NumberMarks(mapping)
      guard !marks.arePlain else { return { .init(BeatenLengths.parse($0.span)) } }
      return { cell in .init(marks.plain(cell).flatMap { BeatenLengths.parse($0.span) }) }
    case .excelLengths(let order): return { .init(BeatenLengths.excelDate($0.span, order)) }
    case .excelOdds(let order): return { .init(Odds.excelDate($0.span, order)?.micros) }
    case .clock:
      let marks = NumberMarks(mapping)
      guard !marks.arePlain else { return { .init(RunningTime.micros($0)) } }
      return { cell in
        .init(marks.plain(cell).flatMap { $0.withUnsafeBufferPointer { RunningTime.micros($0) } })
      }
    case .money:
      let marks = NumberMarks(mapping, thousands: ",")
      return { cell in
        let amount = UnsafeBufferPointer(rebasing: cell.drop { $0 < 48 || $0 > 57 })
        guard let digits = marks.plain(amount) else { return .unreadable }
        return .init(Decimal6.parseMicros(digits.span))
      }
    default: preconditionFailure("a format of another type's field")
    }
  }

  /// Whether a cell begins with a plus sign, as American odds do.
  private static func isSigned(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
    cell.first == UInt8(ascii: "+")
  }

  private var isOdds: Bool {
    let names = ["sp", "bsp", "place_bsp", "price", "odds", "original_odd", "boosted_odd"]
    return names.contains(field.name) || NamedPrice.of(column: field.name) != nil
  }

  private var isFraction: Bool { field.name == "win_rate" }
  private var isAmount: Bool { ["tote", "dividend"].contains(field.name) }

  /// The accepted values: odds above 1 (or from the mapping's minimum), no price above 1,000,000.
  private var accepted: ClosedRange<Int64> {
    if field.name == "tote" { return 0...Odds.maximumMicros }
    if isFraction { return 0...Decimal6.one }
    guard isOdds else { return (field.name == "beaten_lengths" ? .min : 0)...Int64.max }
    return min(mapping.atLeastMicros ?? Decimal6.one + 1, Odds.maximumMicros)...Odds.maximumMicros
  }

  private var expectedNumber: String {
    let kinds = mapping.formats.map { format in
      switch format {
      case .odds(let notation): "\(notation.rawValue) odds"
      case .excelOdds: "odds made a date"
      case .weight(let unit): "a weight in \(unit.rawValue)"
      case .lengths, .excelLengths: "beaten lengths"
      case .clock: "a time such as 1:12.34"
      default: "an amount"
      }
    }
    if isFraction { return "a fraction from 0 to 1" }
    guard isOdds else { return kinds.first ?? "a decimal number" }
    let least = mapping.atLeastMicros.map { "of at least \(Decimal6(micros: $0))" } ?? "above 1"
    return (kinds.isEmpty ? "decimal odds" : kinds.joined(separator: " or ")) + " " + least
  }
}

extension CellReading<Int64> {
  /// Takes lengths; those beyond measure count as no number.
  fileprivate init(_ reading: BeatenLengths.Reading?) {
    switch reading {
    case .micros(let micros): self = .value(micros)
    case .beyondMeasure: self = .none
    case nil: self = .unreadable
    }
  }
}

/// The last readings of a column's short texts, for notations that are slower to read than to look
/// up: many prices, weights and lengths repeat.
final class RecentNumbers {
  private struct Known {
    /// The text of at most eight bytes, the first byte lowest.
    var word: UInt64 = 0
    /// 0 for an empty slot.
    var count = 0
    var reading = CellReading<Int64>.none
  }

  private static let slotBits: UInt64 = 8
  private let slots: UnsafeMutablePointer<Known>

  init() {
    slots = .allocate(capacity: 1 << Int(Self.slotBits))
    slots.initialize(repeating: Known(), count: 1 << Int(Self.slotBits))
  }

  deinit { slots.deallocate() }

  /// Returns a text's reading; `read` must always return the same for one text.
  @inline(__always)
  func reading(
    of cell: UnsafeBufferPointer<UInt8>, _ read: () -> CellReading<Int64>
  ) -> CellReading<Int64> {
    guard (1...8).contains(cell.count) else { return read() }
    let word = Decimal6.word(of: cell.span)
    // Safety: the product's upper bits are a slot's number.
    let slot = slots + Int((word &* 0x9E37_79B9_7F4A_7C15) >> (64 - Self.slotBits))
    if slot.pointee.word == word, slot.pointee.count == cell.count { return slot.pointee.reading }
    let reading = read()
    slot.pointee = Known(word: word, count: cell.count, reading: reading)
    return reading
  }
}
