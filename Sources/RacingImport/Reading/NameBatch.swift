import ColumnStore

/// Names of some rows that wait to be looked for together.
///
/// A look-up in a large dictionary is mostly waiting for memory; of many at once the waits overlap.
struct NameBatch: ~Copyable {
  private let encoder: DictionaryEncoder
  private let names: UnsafeMutablePointer<UnsafeBufferPointer<UInt8>>
  private let codes: UnsafeMutablePointer<Int32>
  /// The rows, and which of the names each has.
  private let rows: UnsafeMutablePointer<(row: Int32, name: Int32)>
  private var nameCount = 0
  private var rowCount = 0
  private var hasLast = false

  private static let mostNames = 32
  private static let mostRows = 512

  init(_ encoder: DictionaryEncoder) {
    self.encoder = encoder
    names = .allocate(capacity: Self.mostNames)
    codes = .allocate(capacity: Self.mostNames)
    rows = .allocate(capacity: Self.mostRows)
  }

  deinit {
    names.deallocate()
    codes.deallocate()
    rows.deallocate()
  }

  /// Adds a row with a name; the bytes must stay until it is looked for.
  ///
  /// - Returns: Whether the batch is full and has to be looked up.
  @inline(__always)
  mutating func add(_ row: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    // Safety: a batch is looked up as soon as it is full.
    names[nameCount] = name
    nameCount &+= 1
    return addRow(row)
  }

  /// Gives a row the name of the one before; false where that one had none that waits.
  @inline(__always)
  mutating func repeatLast(_ row: Int) -> Bool {
    guard hasLast, nameCount > 0, rowCount < Self.mostRows - 1 else { return false }
    _ = addRow(row)
    return true
  }

  /// The row before had no name.
  mutating func forgetLast() { hasLast = false }

  /// Looks for all names, hands out each row's code, and starts anew.
  ///
  /// - Parameter take: Called with the row, the code, −1 where the name is not valid UTF-8, and the
  ///   name.
  @inline(__always)
  mutating func lookUp(_ take: (Int, Int32, UnsafeBufferPointer<UInt8>) -> Void) {
    encoder.codes(of: UnsafeBufferPointer(start: names, count: nameCount), into: codes)
    for index in 0..<rowCount {
      // Safety: as many rows were added, each with a name that was.
      let (row, name) = rows[index]
      take(Int(row), codes[Int(name)], names[Int(name)])
    }
    nameCount = 0
    rowCount = 0
    hasLast = false
  }

  @inline(__always)
  private mutating func addRow(_ row: Int) -> Bool {
    // Safety: as in `add`.
    rows[rowCount] = (Int32(truncatingIfNeeded: row), Int32(truncatingIfNeeded: nameCount &- 1))
    rowCount &+= 1
    hasLast = true
    return nameCount == Self.mostNames || rowCount == Self.mostRows
  }
}
