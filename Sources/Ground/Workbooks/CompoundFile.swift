import Columns

/// A compound file: streams in chains of sectors, in which Excel 97 kept workbooks.
///
/// Source: MS-CFB, sections 2.2 to 2.6.
struct CompoundFile {
  private let bytes: Buffer<UInt8>
  private let sectorLength: Int
  private let miniLength: Int
  private let cutoff: Int
  private var next: [Int] = []
  private var nextMini: [Int] = []
  private var root: [UInt8] = []
  private var entries: [(name: String, start: Int, length: Int)] = []

  /// Reads the directory.
  ///
  /// - Throws: ``SheetFault`` for sectors that are cut off or whose chains do not end.
  init(_ bytes: Buffer<UInt8>) throws(SheetFault) {
    self.bytes = bytes
    let shifts = (Self.number(bytes, 30, 2), Self.number(bytes, 32, 2))
    guard bytes.count >= 512, (7...12).contains(shifts.0), (4...9).contains(shifts.1) else {
      throw SheetFault(found: "a compound file that is cut off")
    }
    (sectorLength, miniLength) = (1 << shifts.0, 1 << shifts.1)
    cutoff = Self.number(bytes, 56, 4)
    try readTables()
    let directory = try stream(from: Self.number(bytes, 48, 4), next, sectorLength)
    for place in stride(from: 0, to: directory.count - 127, by: 128) {
      let entry = Buffer(Array(directory[place..<(place + 128)]))
      let nameLength = min(64, Self.number(entry, 64, 2))
      let units = stride(from: 0, to: max(0, nameLength - 2), by: 2).map {
        UInt16(Self.number(entry, $0, 2))
      }
      let kind = entry[66]
      let (start, length) = (Self.number(entry, 116, 4), Self.number(entry, 120, 4))
      if kind == 5 { root = try Array(stream(from: start, next, sectorLength).prefix(length)) }
      if kind == 2 { entries.append((String(decoding: units, as: UTF16.self), start, length)) }
    }
  }

  /// Whether it has a stream of a name.
  func has(_ name: String) -> Bool { entries.contains { $0.name == name } }

  /// Returns a stream's bytes; nil if there is none of the name.
  func stream(_ name: String) throws(SheetFault) -> [UInt8]? {
    guard let entry = entries.first(where: { $0.name == name }) else { return nil }
    let isMini = entry.length < cutoff
    let found = try stream(
      from: entry.start, isMini ? nextMini : next, isMini ? miniLength : sectorLength,
      inRoot: isMini)
    guard found.count >= entry.length else {
      throw SheetFault(found: "a compound file that is cut off")
    }
    return Array(found.prefix(entry.length))
  }

  /// Reads a little-endian number; 0 beyond the end.
  static func number(_ bytes: Buffer<UInt8>, _ place: Int, _ length: Int) -> Int {
    guard place >= 0, place + length <= bytes.count else { return 0 }
    return (0..<length).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
  }

  // MARK: - Implementation

  /// Reads the tables of the sectors that follow each other.
  private mutating func readTables() throws(SheetFault) {
    var sectors = (0..<109).map { Self.number(bytes, 76 + 4 * $0, 4) }
    var more = Self.number(bytes, 68, 4)
    let perSector = sectorLength / 4
    while more < Self.lastSector {
      guard sectors.count <= bytes.count / sectorLength + 109 + perSector else {
        throw SheetFault(found: "a chain of sectors without an end")
      }
      let place = try self.place(of: more)
      sectors += (0..<(perSector - 1)).map { Self.number(bytes, place + 4 * $0, 4) }
      more = Self.number(bytes, place + 4 * (perSector - 1), 4)
    }
    for sector in sectors where sector < Self.lastSector {
      let place = try place(of: sector)
      next += (0..<perSector).map { Self.number(bytes, place + 4 * $0, 4) }
    }
    let mini = Self.number(bytes, 60, 4)
    guard mini < Self.lastSector else { return }
    let table = Buffer(try stream(from: mini, next, sectorLength))
    nextMini = (0..<(table.count / 4)).map { Self.number(table, 4 * $0, 4) }
  }

  /// The first number that is no sector's: marks such as the end of a chain follow.
  private static let lastSector = 0xFFFF_FFFA

  private func place(of sector: Int) throws(SheetFault) -> Int {
    let place = (sector + 1) * sectorLength
    guard place < bytes.count else { throw SheetFault(found: "a compound file that is cut off") }
    return place
  }

  /// Joins the sectors of a chain.
  private func stream(
    from start: Int, _ next: [Int], _ length: Int, inRoot: Bool = false
  ) throws(SheetFault) -> [UInt8] {
    var found: [UInt8] = []
    var sector = start
    var count = 0
    while sector < Self.lastSector {
      count += 1
      let most = (inRoot ? root.count : bytes.count) / length + 1
      guard count <= most, next.indices.contains(sector) else {
        throw SheetFault(found: "a chain of sectors without an end")
      }
      if inRoot {
        let place = sector * length
        guard place + length <= root.count else {
          throw SheetFault(found: "a compound file that is cut off")
        }
        found += root[place..<(place + length)]
      } else {
        let place = try place(of: sector)
        // The last sector of a file may be shorter.
        found += bytes.slice(place..<min(bytes.count, place + length)).pointer
      }
      sector = next[sector]
    }
    return found
  }
}
