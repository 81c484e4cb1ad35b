/// The memory of a column, by physical layout.
public enum ColumnValues: Sendable {
  case int16(Buffer<Int16>)
  case int32(Buffer<Int32>)
  case int64(Buffer<Int64>)
  case double(Buffer<Double>)
  case boolean(Bitmap)
  case text(TextBuffer)
}

/// A typed column: a null's slot holds 0, false or the empty string.
public struct Column: Sendable {
  /// The meaning of the values.
  public let type: ColumnType
  /// The values, one per row.
  public let values: ColumnValues
  /// The rows that hold a value.
  public let validity: Validity

  /// Makes a column from values and their meaning.
  public init(_ type: ColumnType, _ values: ColumnValues, _ validity: Validity = .allValid) {
    precondition(Self.layoutMatches(type, values), "layout does not fit the column's type")
    self.type = type
    self.values = values
    self.validity = validity
  }

  /// The number of rows.
  public var count: Int {
    switch values {
    case .int16(let buffer): buffer.count
    case .int32(let buffer): buffer.count
    case .int64(let buffer): buffer.count
    case .double(let buffer): buffer.count
    case .boolean(let bitmap): bitmap.count
    case .text(let text): text.count
    }
  }

  /// Whether the row holds no value.
  public func isNull(_ row: Int) -> Bool { !validity.isValid(row) }

  /// The values as 16-bit integers; traps on another layout.
  public var int16s: Buffer<Int16> {
    guard case .int16(let buffer) = values else { preconditionFailure("not int16: \(type)") }
    return buffer
  }

  /// The values as 32-bit integers (also dates and codes).
  public var int32s: Buffer<Int32> {
    guard case .int32(let buffer) = values else { preconditionFailure("not int32: \(type)") }
    return buffer
  }

  /// The values as 64-bit integers (also instants and decimals).
  public var int64s: Buffer<Int64> {
    guard case .int64(let buffer) = values else { preconditionFailure("not int64: \(type)") }
    return buffer
  }

  /// The values as doubles.
  public var doubles: Buffer<Double> {
    guard case .double(let buffer) = values else { preconditionFailure("not double: \(type)") }
    return buffer
  }

  /// The values as flags.
  public var booleans: Bitmap {
    guard case .boolean(let bitmap) = values else { preconditionFailure("not boolean: \(type)") }
    return bitmap
  }

  /// The values as strings.
  public var texts: TextBuffer {
    guard case .text(let text) = values else { preconditionFailure("not text: \(type)") }
    return text
  }

  /// Whether the values have the layout of a type.
  package func fits(_ type: ColumnType) -> Bool { Self.layoutMatches(type, values) }

  private static func layoutMatches(_ type: ColumnType, _ values: ColumnValues) -> Bool {
    switch (type, values) {
    case (.int16, .int16), (.int32, .int32), (.date, .int32), (.coded, .int32), (.int64, .int64),
      (.instant, .int64), (.micros, .int64), (.double, .double), (.boolean, .boolean),
      (.text, .text):
      true
    default: false
    }
  }
}

extension Column {
  /// Makes a column of strings, nil for null.
  public init(texts: [String?]) {
    self.init(
      .text, .text(TextBuffer(texts.map { $0 ?? "" })), Validity(texts.map { $0 != nil }))
  }

  /// Makes a column of 64-bit integers, nil for null.
  public init(_ type: ColumnType = .int64, int64s: [Int64?]) {
    self.init(
      type, .int64(Buffer(int64s.map { $0 ?? 0 })), Validity(int64s.map { $0 != nil }))
  }

  /// Makes a column of 32-bit integers, nil for null.
  public init(_ type: ColumnType = .int32, int32s: [Int32?]) {
    self.init(
      type, .int32(Buffer(int32s.map { $0 ?? 0 })), Validity(int32s.map { $0 != nil }))
  }

  /// Makes a column of 16-bit integers, nil for null.
  public init(int16s: [Int16?]) {
    self.init(
      .int16, .int16(Buffer(int16s.map { $0 ?? 0 })), Validity(int16s.map { $0 != nil }))
  }

  /// Makes a column of flags, nil for null.
  public init(booleans: [Bool?]) {
    self.init(
      .boolean, .boolean(Bitmap(booleans.map { $0 ?? false })), Validity(booleans.map { $0 != nil })
    )
  }
}

extension Column {
  /// Whether both share the same memory, not only equal values.
  package func isShared(with other: Column) -> Bool {
    switch (values, other.values) {
    case (.int16(let left), .int16(let right)):
      left.pointer.baseAddress == right.pointer.baseAddress
    case (.int32(let left), .int32(let right)):
      left.pointer.baseAddress == right.pointer.baseAddress
    case (.int64(let left), .int64(let right)):
      left.pointer.baseAddress == right.pointer.baseAddress
    case (.double(let left), .double(let right)):
      left.pointer.baseAddress == right.pointer.baseAddress
    case (.boolean(let left), .boolean(let right)):
      left.bytes.pointer.baseAddress == right.bytes.pointer.baseAddress
    case (.text(let left), .text(let right)):
      left.offsets.pointer.baseAddress == right.offsets.pointer.baseAddress
    default: false
    }
  }
}
