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
      if let decimals = decimals(field.format, validity) { return decimals }
      throw WallError(message: "column \(field.name) has the Arrow format \(field.format)")
    }
  }

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
    case "tsn": { $0 / 1_000 }
    default: nil
    }
  }

  /// Returns the extreme value on overflow: no field accepts such a time.
  private static func clamped(_ ticks: Int64, times scale: Int64) -> Int64 {
    let (micros, isTooLarge) = ticks.multipliedReportingOverflow(by: scale)
    return isTooLarge ? (ticks < 0 ? .min : .max) : micros
  }

  private func dictionaryColumn(_ field: ArrowField) throws(WallError) -> Column {
    let names = ArrowField(
      name: field.name, format: field.valueFormat, isDictionary: false, valueFormat: "", type: nil)
    let codes = ArrowField(
      name: field.name, format: field.format, isDictionary: false, valueFormat: "", type: nil)
    let values = try ArrowColumn(unsafe array.dictionary.pointee, owner: owner).column(names)
    let indices = try column(codes)
    let rows: [Int32] =
      switch indices.values {
      case .int16(let buffer): buffer.pointer.map { Int32($0) }
      case .int32(let buffer): Array(buffer.pointer)
      case .int64(let buffer): buffer.pointer.map { Int32($0) }
      default: throw WallError(message: "column \(field.name) has the format \(field.format)")
      }
    return values.gathered(rows.enumerated().map { indices.isNull($0) ? -1 : $1 })
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

  /// Converts 128-bit decimals; nil for any other format.
  ///
  /// A format is `d:` with the number of digits and of decimals, such as `d:8,2`.
  func decimals(_ format: String, _ validity: Validity) -> Column? {
    guard format.hasPrefix("d:") else { return nil }
    let sizes = format.dropFirst(2).split(separator: ",").compactMap { Int($0) }
    guard sizes.count == 2 || sizes.count == 3 && sizes[2] == 128, sizes[1] >= 0 else { return nil }
    let numbers: Buffer<Int128> = borrowed()
    return Column(
      texts: numbers.indices.map {
        validity.isValid($0) ? Self.text(numbers[$0], scale: sizes[1]) : nil
      })
  }

  private static func text(_ number: Int128, scale: Int) -> String {
    let digits = String(number.magnitude)
    let whole = String(repeating: "0", count: max(scale + 1 - digits.count, 0)) + digits
    let sign = number < 0 ? "-" : ""
    guard scale > 0 else { return sign + whole }
    return sign + whole.dropLast(scale) + "." + whole.suffix(scale)
  }
}
