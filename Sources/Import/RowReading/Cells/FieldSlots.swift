import Columns

/// The rows of a batch that receive their values, in any order.
struct FieldSlots<T: BitwiseCopyable> {
  let values: UnsafeMutablePointer<T>
  let bits: UnsafeMutablePointer<UInt8>
  /// The first row's number in the column.
  let first: Int
  var validCount = 0

  init(
    values: UnsafeMutablePointer<T>, bits: UnsafeMutablePointer<UInt8>, first: Int
  ) {
    self.values = values
    self.bits = bits
    self.first = first
  }

  /// Sets a row's value; at most once for each row.
  @inline(__always)
  mutating func set(_ row: Int, _ value: T) {
    // Safety: callers count only to the number of rows that were added.
    values[row] = value
    let place = first &+ row
    bits[place >> 3] |= 1 << UInt8(truncatingIfNeeded: place & 7)
    validCount &+= 1
  }
}

extension FieldSlots<Int32> {
  /// Marks all rows as set; their values are there already.
  mutating func setAll(_ count: Int) {
    var place = first
    let end = first + count
    while place < end, place & 7 != 0 { mark(&place) }
    while place + 8 <= end {
      // Safety: as in `set`; the eight rows share a byte.
      bits[place >> 3] = 0xFF
      place += 8
    }
    while place < end { mark(&place) }
    validCount += count
  }

  /// Removes a row's value.
  mutating func clear(_ row: Int) {
    // Safety: as in `set`.
    values[row] = 0
    let place = first + row
    bits[place >> 3] &= ~(1 << UInt8(truncatingIfNeeded: place & 7))
    validCount -= 1
  }

  private func mark(_ place: inout Int) {
    bits[place >> 3] |= 1 << UInt8(truncatingIfNeeded: place & 7)
    place += 1
  }
}

/// The rows of a batch that receive their texts, in order.
struct TextSlots {
  private let memory: GrowingMemory<UInt8>
  /// The texts' bytes, and their number, including those that the memory does not count yet.
  private var bytes: UnsafeMutablePointer<UInt8>
  private var byteCount: Int
  private var capacity: Int
  private let offsets: UnsafeMutablePointer<Int32>
  private let bits: UnsafeMutablePointer<UInt8>
  private let first: Int
  var validCount = 0

  init(
    memory: GrowingMemory<UInt8>, offsets: UnsafeMutablePointer<Int32>,
    bits: UnsafeMutablePointer<UInt8>, first: Int
  ) {
    self.memory = memory
    bytes = memory.start
    byteCount = memory.count
    capacity = memory.count
    self.offsets = offsets
    self.bits = bits
    self.first = first
  }

  /// Ends a row after its bytes are added.
  @inline(__always)
  mutating func end(_ row: Int, isValid: Bool) {
    // Safety: callers count only to the number of rows that were added.
    offsets[row] = Int32(truncatingIfNeeded: byteCount)
    guard isValid else { return }
    let place = first &+ row
    bits[place >> 3] |= 1 << UInt8(truncatingIfNeeded: place & 7)
    validCount &+= 1
  }

  /// Whether a text of `count` bytes fits into the column, even if normalising makes it longer.
  @inline(__always)
  func hasRoom(for count: Int) -> Bool { byteCount &+ 3 &* count <= Int32.max }

  /// Appends bytes to the row that ends next.
  @inline(__always)
  mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    guard let source = text.baseAddress else { return }
    if byteCount &+ text.count > capacity { makeRoom(for: text.count) }
    // Safety: there is room for the text.
    (bytes + byteCount).update(from: source, count: text.count)
    byteCount &+= text.count
  }

  /// Counts the added bytes.
  func finish() { memory.count = byteCount }

  /// Makes room for many texts at a time, so that adding one checks only the capacity.
  private mutating func makeRoom(for count: Int) {
    memory.count = byteCount
    let room = max(count, 64 << 10)
    memory.reserve(room)
    bytes = memory.start
    capacity = byteCount + room
  }
}

/// The reading of a cell's text.
enum CellReading<T> {
  case value(T)
  /// The text says that there is none.
  case none
  /// The text is not a value of the field.
  case unreadable

  /// Makes a value, or `unreadable` for nil.
  @inline(__always)
  init(_ value: T?) {
    if let value { self = .value(value) } else { self = .unreadable }
  }
}
