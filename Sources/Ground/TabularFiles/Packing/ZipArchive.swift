import Columns

/// The directory of a zip archive.
///
/// Source: APPNOTE.TXT of PKWARE, sections 4.3 and 4.5.3.
enum ZipArchive {
  /// Finds the members.
  ///
  /// - Parameters:
  ///   - file: The archive's name in messages.
  ///   - bytes: Its bytes.
  /// - Returns: The files in it, in the directory's order.
  /// - Throws: ``FileError`` for a damaged, encrypted or otherwise packed archive.
  static func members(of file: String, _ bytes: Buffer<UInt8>) throws(FileError)
    -> [ArchivedMember]
  {
    let reader = ZipReader(file: file, bytes: bytes)
    var (place, count) = try reader.directory()
    var members: [ArchivedMember] = []
    var length = 0
    // Members are unpacked one by one, so memory need not hold them all.
    let limit = UnpackLimit.bytes(ofPacked: bytes.count)
    while reader.number(place, 4) == 0x0201_4B50 {
      let (member, next) = try reader.member(at: place)
      // Members may share their bytes: each may be small enough while their sum is a bomb.
      let (sum, isOver) = length.addingReportingOverflow(member.byteCount)
      guard !isOver, sum <= limit else {
        throw UnpackLimit.exceeded(limit, in: file, packed: bytes.count)
      }
      length = sum
      count -= 1
      if !member.path.hasSuffix("/") { members.append(member) }
      place = next
    }
    // Without the 64-bit record, a count above 65,535 wraps.
    guard count % 65_536 == 0 else {
      throw reader.damaged("a directory with another number of members than its end says")
    }
    return members
  }
}

private struct ZipReader {
  let file: String
  let bytes: Buffer<UInt8>

  /// Reads a little-endian number; beyond the end 0, which is no signature.
  func number(_ place: Int, _ length: Int) -> Int {
    let text = bytes.pointer
    guard place >= 0, place <= text.count - length else { return 0 }
    // Safety: `length` bytes follow, as checked.
    let value = (0..<length).reduce(UInt64(0)) { $0 | UInt64(text[place + $1]) << UInt64(8 * $1) }
    return Int(truncatingIfNeeded: value & UInt64(Int.max))
  }

  func damaged(_ found: String) -> FileError {
    .malformed(file: file, found: found, expected: "a whole zip archive")
  }

  /// Returns the directory's place and its number of entries.
  func directory() throws(FileError) -> (place: Int, count: Int) {
    var end = bytes.count - 22
    // A comment of at most 65,535 bytes follows the end record.
    let first = max(0, end - 65_535)
    while end >= first, number(end, 4) != 0x0605_4B50 { end -= 1 }
    guard end >= first else { throw damaged("no directory at its end") }
    let place = number(end + 16, 4)
    guard place == 0xFFFF_FFFF || number(end + 10, 2) == 0xFFFF,
      number(end - 20, 4) == 0x0706_4B50
    else { return (place, number(end + 10, 2)) }
    let wide = number(end - 20 + 8, 8)
    guard number(wide, 4) == 0x0606_4B50 else { throw damaged("no directory where it should be") }
    return (number(wide + 48, 8), number(wide + 32, 8))
  }

  /// Reads an entry of the directory, and returns the place of the next.
  func member(at place: Int) throws(FileError) -> (ArchivedMember, Int) {
    let (nameLength, extraLength) = (number(place + 28, 2), number(place + 30, 2))
    let next = place + 46 + nameLength + extraLength + number(place + 32, 2)
    guard next <= bytes.count else { throw damaged("a directory that ends early") }
    let name = String(
      decoding: bytes.pointer[(place + 46)..<(place + 46 + nameLength)], as: UTF8.self)
    var sizes = [number(place + 24, 4), number(place + 20, 4), number(place + 42, 4)]
    widen(&sizes, place + 46 + nameLength, extraLength)
    let (length, packedLength, local) = (sizes[0], sizes[1], sizes[2])
    let method = number(place + 10, 2)
    guard number(place + 8, 2) & 1 == 0 else { throw damaged("the encrypted member \(name)") }
    guard method == 0 || method == 8 else {
      throw .malformed(
        file: file, found: "the member \(name) packed by method \(method)",
        expected: "method 0 (stored) or 8 (deflate)")
    }
    guard number(local, 4) == 0x0403_4B50 else { throw damaged("no member \(name) at its place") }
    let start = local + 30 + number(local + 26, 2) + number(local + 28, 2)
    // Deflate packs at most 1032 to 1, so a longer stated length is false and would take memory.
    guard packedLength >= 0, start <= bytes.count, packedLength <= bytes.count - start,
      method == 8 ? length / 1100 <= packedLength : length == packedLength
    else { throw damaged("the member \(name) cut or of a false length") }
    return (
      ArchivedMember(
        path: name, byteCount: length, packed: bytes.slice(start..<(start + packedLength)),
        isDeflated: method == 8, checksum: UInt32(number(place + 16, 4))), next
    )
  }

  /// Replaces a length of all ones by the length in the 64-bit extra field.
  private func widen(_ sizes: inout [Int], _ start: Int, _ length: Int) {
    var place = start
    while place + 4 <= start + length {
      let size = number(place + 2, 2)
      if number(place, 2) == 1 {
        var value = place + 4
        for index in sizes.indices where sizes[index] == 0xFFFF_FFFF {
          sizes[index] = number(value, 8)
          value += 8
        }
        return
      }
      place += 4 + size
    }
  }
}
