import CArrow
import Columns

/// One child of a record batch, read as a column.
///
/// Small integers and floats are widened; dictionary-encoded strings and decimals are expanded. All
/// other layouts are borrowed without a copy.
struct ArrowColumn {
  let array: ArrowArray
  let owner: AnyObject

  init(_ array: ArrowArray, owner: AnyObject) {
    self.array = array
    self.owner = owner
  }

  private var count: Int { Int(array.length) }
  private var offset: Int { Int(array.offset) }

  func column(_ field: ArrowField) throws(WallError) -> Column {
    if field.isDictionary { return try dictionaryColumn(field) }
    let validity = validity
    switch field.format {
    case "c": return Column(.int16, .int16(widened(Int8.self)), validity)
    case "C": return Column(.int16, .int16(widened(UInt8.self)), validity)
    case "s": return Column(.int16, .int16(borrowed()), validity)
    case "S": return Column(.int32, .int32(widened(UInt16.self)), validity)
    case "i": return try typed(Column(.int32, .int32(borrowed()), validity), field)
    case "I": return Column(.int64, .int64(widened(UInt32.self)), validity)
    case "L": return unsigned(validity)
    case "l": return try typed(Column(.int64, .int64(borrowed()), validity), field)
    case "f": return Column(.double, .double(mapped(Float.self, Self.widened)), validity)
    case "g": return Column(.double, .double(borrowed()), validity)
    case "b": return Column(.boolean, .boolean(bits(1)), validity)
    case "tdD": return Column(.date, .int32(borrowed()), validity)
    case "u", "z": return Column(.text, .text(shortText), validity)
    case "U", "Z": return Column(.text, .text(try longText()), validity)
    case "n": return .nulls(.text, count: count)
    case let format where format.hasPrefix("tsu"):
      return Column(.instant, .int64(borrowed()), validity)
    default:
      if let scale = Self.microsPerTick(field.format) { return instants(scale, validity) }
      if let perSecond = Self.ticksPerSecond(field.format) {
        return timesOfDay(perSecond, validity)
      }
      if let decimals = decimals(field.format, validity) { return decimals }
      throw WallError(message: "column \(field.name) has the Arrow format \(field.format)")
    }
  }

  /// Whether a column takes values of an Arrow format that is not a dictionary's.
  ///
  /// If you change this, also change ``column(_:)``.
  static func takes(_ format: String) -> Bool {
    plainFormats.contains(format) || format.hasPrefix("tsu") || microsPerTick(format) != nil
      || ticksPerSecond(format) != nil || DecimalForm(format) != nil
  }

  private static let plainFormats: Set = [
    "c", "C", "s", "S", "i", "I", "L", "l", "f", "g", "b", "tdD", "u", "z", "U", "Z", "n",
  ]

  // MARK: - Implementation

  /// Gives whole numbers the type that their field declares.
  private func typed(_ plain: Column, _ field: ArrowField) throws(WallError) -> Column {
    guard let type = field.type else { return plain }
    guard plain.fits(type) else { throw field.isOtherwise }
    return Column(type, plain.values, plain.validity)
  }

  private func pointer<T>(_ index: Int, _ type: T.Type) -> UnsafePointer<T>? {
    // Safety: the C data interface guarantees a buffer of this layout; nil only if it is empty.
    unsafe array.buffers[index].map { $0.assumingMemoryBound(to: type) }
  }

  func borrowed<T: BitwiseCopyable & Sendable>() -> Buffer<T> {
    Buffer(borrowing: pointer(1, T.self).map { $0 + offset }, count: count, owner: owner)
  }

  func mapped<T: BitwiseCopyable & Sendable, U: BitwiseCopyable & Sendable>(
    _ type: T.Type, _ convert: (T) -> U
  ) -> Buffer<U> {
    let source: Buffer<T> = borrowed()
    return Buffer(source.pointer.map(convert))
  }

  private func widened<T: FixedWidthInteger & BitwiseCopyable & Sendable, U>(
    _ type: T.Type
  ) -> Buffer<U> where U: FixedWidthInteger & BitwiseCopyable & Sendable {
    mapped(type) { U($0) }
  }

  private func bits(_ index: Int) -> Bitmap {
    let bytes = Buffer<UInt8>(
      borrowing: pointer(index, UInt8.self), count: (offset + count + 7) / 8, owner: owner)
    let whole = Bitmap(bytes: bytes, count: offset + count)
    return offset == 0 ? whole : Bitmap(count: count) { whole[offset + $0] }
  }

  private var validity: Validity {
    guard array.null_count != 0, pointer(0, UInt8.self) != nil else { return .allValid }
    return Validity(bits(0))
  }

  private var shortText: TextBuffer {
    guard count > 0 else { return TextBuffer([]) }
    let offsets = Buffer<Int32>(
      borrowing: pointer(1, Int32.self).map { $0 + offset }, count: count + 1, owner: owner)
    return TextBuffer(
      offsets: offsets,
      bytes: Buffer(
        borrowing: pointer(2, UInt8.self), count: Int(offsets[count]), owner: owner))
  }

  private func longText() throws(WallError) -> TextBuffer {
    guard count > 0 else { return TextBuffer([]) }
    let offsets = Buffer<Int64>(
      borrowing: pointer(1, Int64.self).map { $0 + offset }, count: count + 1, owner: owner)
    let first = offsets[0]
    guard offsets[count] - first <= Int64(Int32.max) else {
      throw WallError(message: "a batch holds more than 2 GiB of text in one column")
    }
    return TextBuffer(
      offsets: Buffer(offsets.pointer.map { Int32($0 - first) }),
      bytes: Buffer(
        borrowing: pointer(2, UInt8.self).map { $0 + Int(first) },
        count: Int(offsets[count] - first), owner: owner))
  }

  /// Widens a float by its shortest text: 33.3, not 33.29999923706055.
  private static func widened(_ number: Float) -> Double {
    let whole = Double(number)
    return whole == whole.rounded() ? whole : Double(number.description) ?? whole
  }

  private func instants(_ scale: (Int64) -> Int64, _ validity: Validity) -> Column {
    Column(.instant, .int64(mapped(Int64.self, scale)), validity)
  }

  private static func microsPerTick(_ format: String) -> ((Int64) -> Int64)? {
    switch format.prefix(3) {
    case "tss": { clamped($0, times: 1_000_000) }
    case "tsm": { clamped($0, times: 1_000) }
    case "tsn": { $0 / 1_000 - ($0 % 1_000 < 0 ? 1 : 0) }
    case "tdm": { clamped($0, times: 1_000) }
    default: nil
    }
  }

  /// Returns the extreme value on overflow: no field accepts such a time.
  private static func clamped(_ ticks: Int64, times scale: Int64) -> Int64 {
    let (micros, isTooLarge) = ticks.multipliedReportingOverflow(by: scale)
    return isTooLarge ? (ticks < 0 ? .min : .max) : micros
  }

  private func dictionaryColumn(_ field: ArrowField) throws(WallError) -> Column {
    let (values, rows) = try dictionary(field)
    return values.gathered(rows)
  }

  /// Returns a dictionary-encoded text column without expanding it; nil for any other column.
  func listed(_ field: ArrowField) throws(WallError) -> ListedTexts? {
    guard field.isDictionary, field.isText else { return nil }
    let (values, rows) = try dictionary(field)
    guard case .text(let texts) = values.values, values.validity.bits == nil else { return nil }
    return ListedTexts(texts: texts, places: rows)
  }

  /// Returns a dictionary's values, and the index of each row's value among them; −1 for null.
  private func dictionary(
    _ field: ArrowField
  ) throws(WallError) -> (values: Column, rows: [Int32]) {
    let names = ArrowField(
      name: field.name, format: field.valueFormat, isDictionary: false, valueFormat: "", type: nil)
    let codes = ArrowField(
      name: field.name, format: field.format, isDictionary: false, valueFormat: "", type: nil)
    let values = try ArrowColumn(unsafe array.dictionary.pointee, owner: owner).column(names)
    let indices = try column(codes)
    let limit = min(values.count, Int(Int32.max))
    var isBeyond = false
    // The code of a null may be any number.
    func place(_ row: Int, _ code: Int) -> Int32 {
      if indices.isNull(row) { return -1 }
      if code < 0 || code >= limit { isBeyond = true; return -1 }
      return Int32(code)
    }
    let rows =
      switch indices.values {
      case .int16(let codes): codes.indices.map { place($0, Int(codes[$0])) }
      case .int32(let codes): codes.indices.map { place($0, Int(codes[$0])) }
      case .int64(let codes): codes.indices.map { place($0, Int(codes[$0])) }
      default: throw WallError(message: "column \(field.name) has the format \(field.format)")
      }
    guard !isBeyond else {
      throw WallError(message: "a code beyond the values of the column \(field.name)")
    }
    return (values, rows)
  }
}

/// Conversion of numbers that no column type can hold, to the text that a CSV file would hold.
extension ArrowColumn {
  /// Converts unsigned 64-bit numbers.
  func unsigned(_ validity: Validity) -> Column {
    let numbers: Buffer<UInt64> = borrowed()
    if numbers.indices.allSatisfy({ numbers[$0] <= Int64.max || !validity.isValid($0) }) {
      return Column(.int64, .int64(mapped(UInt64.self) { Int64(truncatingIfNeeded: $0) }), validity)
    }
    return Column(
      texts: numbers.indices.map { validity.isValid($0) ? String(numbers[$0]) : nil })
  }

  /// Returns the ticks per second of a time of day; nil for any other format.
  private static func ticksPerSecond(_ format: String) -> Int64? {
    switch format {
    case "tts": 1
    case "ttm": 1_000
    case "ttu": 1_000_000
    case "ttn": 1_000_000_000
    default: nil
    }
  }

  /// Converts times of day to texts such as `14:05:00.25`; beyond a day the text is no valid time.
  private func timesOfDay(_ perSecond: Int64, _ validity: Validity) -> Column {
    let isShort = perSecond <= 1_000
    let ticks: [Int64] =
      isShort
      ? (borrowed() as Buffer<Int32>).pointer.map { Int64($0) }
      : Array((borrowed() as Buffer<Int64>).pointer)
    return Column(
      texts: ticks.enumerated().map { validity.isValid($0) ? Self.time($1, perSecond) : nil })
  }

  private static func time(_ ticks: Int64, _ perSecond: Int64) -> String {
    let (seconds, rest) = ticks.quotientAndRemainder(dividingBy: perSecond)
    guard ticks >= 0, seconds < 86_400 else { return "\(ticks)/\(perSecond) s" }
    let whole = Moment.clock(seconds)
    guard rest > 0 else { return whole }
    var digits = String(String(perSecond + rest).dropFirst())
    while digits.last == "0" { digits.removeLast() }
    return whole + "." + digits
  }

  /// Converts decimals of 32 to 256 bits; nil for any other format.
  func decimals(_ format: String, _ validity: Validity) -> Column? {
    guard let form = DecimalForm(format) else { return nil }
    return switch form.bits {
    case 32: decimals(Int32.self, form, validity) { ($0 < 0, String($0.magnitude)) }
    case 64: decimals(Int64.self, form, validity) { ($0 < 0, String($0.magnitude)) }
    case 128: decimals(Int128.self, form, validity) { ($0 < 0, String($0.magnitude)) }
    default: decimals(WideNumber.self, form, validity) { ($0.isNegative, $0.digits) }
    }
  }

  private func decimals<Number: BitwiseCopyable & Sendable>(
    _ type: Number.Type, _ form: DecimalForm, _ validity: Validity,
    _ parts: (Number) -> (isNegative: Bool, digits: String)
  ) -> Column {
    let numbers: Buffer<Number> = borrowed()
    return Column(
      texts: numbers.indices.map { row in
        guard validity.isValid(row) else { return nil }
        let (isNegative, digits) = parts(numbers[row])
        return (isNegative ? "-" : "") + form.text(digits)
      })
  }
}

/// The form of a decimal column: `d:` with the numbers of digits, decimals and bits, such as
/// `d:8,2` (128 bits) or `d:50,2,256`.
private struct DecimalForm {
  let scale: Int
  let bits: Int

  init?(_ format: String) {
    guard format.hasPrefix("d:") else { return nil }
    let parts = format.dropFirst(2).split(separator: ",")
    let sizes = parts.compactMap { Int($0) }
    guard sizes.count == parts.count, (2...3).contains(sizes.count) else { return nil }
    (scale, bits) = (sizes[1], sizes.count == 3 ? sizes[2] : 128)
    // 256 bits have 77 digits.
    guard (-77...77).contains(scale), [32, 64, 128, 256].contains(bits) else { return nil }
  }

  /// Puts the point into a number's digits.
  func text(_ digits: String) -> String {
    guard scale > 0 else {
      return digits == "0" ? digits : digits + String(repeating: "0", count: -scale)
    }
    let whole = String(repeating: "0", count: max(scale + 1 - digits.count, 0)) + digits
    return whole.dropLast(scale) + "." + whole.suffix(scale)
  }
}

/// A whole number of 256 bits in words, the lowest first.
private struct WideNumber: BitwiseCopyable {
  var words: (UInt64, UInt64, UInt64, UInt64)

  var isNegative: Bool { Int64(bitPattern: words.3) < 0 }

  /// The digits of its magnitude.
  var digits: String {
    var rest = [words.3, words.2, words.1, words.0]
    if isNegative {
      var carry = true
      for index in rest.indices.reversed() {
        let (sum, isOver) = (~rest[index]).addingReportingOverflow(carry ? 1 : 0)
        (rest[index], carry) = (sum, isOver)
      }
    }
    let unit: UInt64 = 1_000_000_000_000_000_000
    var parts: [String] = []
    repeat {
      var remainder: UInt64 = 0
      for index in rest.indices {
        (rest[index], remainder) = unit.dividingFullWidth((remainder, rest[index]))
      }
      let isLast = rest.allSatisfy { $0 == 0 }
      let own = String(remainder)
      parts.append(isLast ? own : String(repeating: "0", count: 18 - own.count) + own)
    } while rest.contains { $0 != 0 }
    return parts.reversed().joined()
  }
}
