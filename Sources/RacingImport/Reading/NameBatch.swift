import ColumnStore

/// Names of some rows that wait to be looked for together.
///
/// A look-up in a large dictionary is mostly waiting for memory; of many at once the waits overlap.
/// A class, for closures share it.
final class NameBatch {
  private let encoder: DictionaryEncoder
  private let names: UnsafeMutableBufferPointer<UnsafeBufferPointer<UInt8>>
  private let codes: UnsafeMutableBufferPointer<Int32>
  /// The rows, and which of the names each has.
  private let rows: UnsafeMutableBufferPointer<(row: Int32, name: Int32)>
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
  func add(_ row: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    names.initializeElement(at: nameCount, to: name)
    nameCount &+= 1
    return addRow(row)
  }

  /// Gives a row the name of the one before; false where that one had none that waits.
  @inline(__always)
  func repeatLast(_ row: Int) -> Bool {
    guard hasLast, nameCount > 0, rowCount < Self.mostRows - 1 else { return false }
    _ = addRow(row)
    return true
  }

  /// The row before had no name.
  func forgetLast() { hasLast = false }

  /// Looks for all names, hands out each row's code, and starts anew.
  ///
  /// - Parameter take: Called with the row, the code, −1 where the name is not valid UTF-8, and the
  ///   name.
  func lookUp(_ take: (Int, Int32, UnsafeBufferPointer<UInt8>) -> Void) {
    encoder.codes(
      of: UnsafeBufferPointer(rebasing: names[..<nameCount]), into: codes.baseAddress!)
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
  private func addRow(_ row: Int) -> Bool {
    rows.initializeElement(at: rowCount, to: (Int32(truncatingIfNeeded: row), Int32(nameCount - 1)))
    rowCount &+= 1
    hasLast = true
    return nameCount == Self.mostNames || rowCount == Self.mostRows
  }
}
