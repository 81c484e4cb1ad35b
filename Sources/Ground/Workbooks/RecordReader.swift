/// Reads the fields of a record that may continue in the records after it.
///
/// Source: MS-XLS, sections 2.5.293 and 2.5.294.
struct RecordReader {
  /// The bytes of the record and of the records that continue it.
  private let pieces: [ArraySlice<UInt8>]
  private var piece = 0
  private var place: Int

  init(_ pieces: [ArraySlice<UInt8>]) {
    self.pieces = pieces
    place = pieces[0].startIndex
  }

  /// Reads a little-endian number.
  mutating func number(_ length: Int) throws(SheetFault) -> Int {
    var number = 0
    for index in 0..<length { number |= Int(try byte()) << (8 * index) }
    return number
  }

  /// Reads a text with its length in front: of two bytes, or of one.
  mutating func text(lengthOf lengthCount: Int = 2) throws(SheetFault) -> String {
    let count = try number(lengthCount)
    let flags = try byte()
    let runs = flags & 8 != 0 ? try number(2) : 0
    let extra = flags & 4 != 0 ? try number(4) : 0
    let text = try letters(count, isWide: flags & 1 != 0)
    try skip(4 * runs + extra)
    return text
  }

  /// Skips bytes.
  mutating func skip(_ count: Int) throws(SheetFault) {
    var rest = count
    while rest > 0 {
      if place == pieces[piece].endIndex { try goOn() }
      let some = min(rest, pieces[piece].endIndex - place)
      place += some
      rest -= some
    }
  }

  // MARK: - Implementation

  private mutating func goOn() throws(SheetFault) {
    guard piece + 1 < pieces.count else { throw SheetFault(found: "a record that is cut off") }
    piece += 1
    place = pieces[piece].startIndex
  }

  private mutating func byte() throws(SheetFault) -> UInt8 {
    while place == pieces[piece].endIndex { try goOn() }
    defer { place += 1 }
    return pieces[piece][place]
  }

  /// Reads letters; each record in which they continue states their width again.
  private mutating func letters(_ count: Int, isWide: Bool) throws(SheetFault) -> String {
    var units: [UInt16] = []
    var isWide = isWide
    while units.count < count {
      if place == pieces[piece].endIndex {
        try goOn()
        isWide = try byte() & 1 != 0
      }
      units.append(UInt16(try number(isWide ? 2 : 1)))
    }
    return String(decoding: units, as: UTF16.self)
  }
}
