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
