import Foundation
import TabularFiles
import TestSupport
import Testing

/// Archives that Python's `zipfile`, `tarfile` and `bz2` wrote.
struct MemberArchiveTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let text = "race_id,horse\n1,Marl\n1,Tidewrack\n"

  @Test func `a zip archive's members are unpacked, deflated or stored`() throws {
    let archive = try MemberArchive(path: try file(Self.zip, "year.zip"))
    #expect(archive.members.map(\.path) == ["year/may.csv", "notes.md", "june.csv"])
    let texts = try archive.members.map { try text($0) }
    #expect(texts == [Self.text, "read me", Self.text])
  }

  @Test func `a packed tar archive's members are found, of long names too`() throws {
    let archive = try MemberArchive(path: try file(Self.tar, "year.tgz"))
    let long = "long/" + String(repeating: "x", count: 120) + "/july.csv"
    #expect(archive.members.map(\.path) == ["may.csv", long])
    #expect(try archive.members.map { try text($0) } == [Self.text, Self.text])
  }

  @Test func `a member of another method is refused with the methods that are read`() throws {
    let path = try file(Self.zip, "year.zip")
    var data = try Data(contentsOf: URL(filePath: path))
    // The directory's first entry states the method ten bytes behind its signature.
    let entry = try #require(data.firstRange(of: Data([0x50, 0x4B, 0x01, 0x02]))).lowerBound
    data[entry + 10] = 14
    try data.write(to: URL(filePath: path))
    let error = #expect(throws: FileError.self) { try MemberArchive(path: path) }
    let told = try #require(error).description
    #expect(
      told.contains("packed by method 14; expected method 0 (stored) or 8 (deflate)"), "\(told)")
  }

  @Test func `bzip2 streams one after another are one text`() throws {
    let source = try SourceFile(path: try file(Self.bzip2, "a.csv.bz2"))
    #expect(source.kind == .bzip2CSV)
    let rows = try source.read(columns: ["horse"], threads: 1)
    #expect(rows.tables.flatMap { $0["horse"]!.cells } == ["Marl", "Tidewrack", "Marl"])
  }

  @Test func `a cut bzip2 file is refused`() throws {
    let path = try file(Self.bzip2, "a.csv.bz2")
    try Data(contentsOf: URL(filePath: path)).prefix(30).write(to: URL(filePath: path))
    #expect(throws: FileError.self) { try SourceFile(path: path) }
  }

  @Test func `no byte of a damaged zip archive is taken for another`() throws {
    let path = try file(Self.zip, "year.zip")
    let whole = try Data(contentsOf: URL(filePath: path))
    for place in whole.indices {
      var damaged = whole
      damaged[place] ^= 0x55
      try damaged.write(to: URL(filePath: path))
      guard let archive = try? MemberArchive(path: path) else { continue }
      for member in archive.members {
        guard let text = try? text(member) else { continue }
        #expect([Self.text, "read me"].contains(text), "byte \(place)")
      }
    }
  }

  @Test func `a zip archive whose directory lacks members is refused`() throws {
    var data = try #require(Data(base64Encoded: Self.zip))
    // The end's number of members is ten bytes behind its signature.
    let end = try #require(data.lastRange(of: Data([0x50, 0x4B, 0x05, 0x06]))).lowerBound
    data[end + 10] = 4
    let path = folder.file("year.zip")
    try data.write(to: URL(filePath: path))
    let error = #expect(throws: FileError.self) { try MemberArchive(path: path) }
    #expect("\(error as Any)".contains("another number of members than its end says"))
  }

  @Test(arguments: ["-0000000001", "+0000000001", "00000000-01"])
  func `a tar member of a length with a sign is refused`(length: String) throws {
    let packed = try file(Self.tar, "year.tgz")
    let path = folder.file("year.tar")
    let unpacked = try RailbirdProcess.run(
      program: "sh", ["-c", "gzip -dc '\(packed)' > '\(path)'"])
    try #require(unpacked.exitCode == 0, "\(unpacked.stderr)")
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    bytes.replaceSubrange(124..<135, with: length.utf8)
    bytes.replaceSubrange(148..<156, with: repeatElement(0x20, count: 8))
    let sum = bytes[..<512].reduce(0) { $0 + Int($1) }
    let digits = String(sum, radix: 8)
    bytes.replaceSubrange(
      148..<154, with: (String(repeating: "0", count: 6 - digits.count) + digits).utf8)
    try Data(bytes).write(to: URL(filePath: path))
    #expect(throws: FileError.self) { try MemberArchive(path: path) }
  }

  /// The archive's blocks of 512 bytes: a header, 33 bytes of `may.csv`; a header, 144 bytes of a
  /// long name; a header, 33 bytes of the member of this name; and 14 of zeros.
  private func tar(ofFirst count: Int) throws -> MemberArchive {
    let packed = try file(Self.tar, "year.tgz")
    let path = folder.file("year.tar")
    let unpacked = try RailbirdProcess.run(
      program: "sh", ["-c", "gzip -dc '\(packed)' | head -c \(count) > '\(path)'"])
    try #require(unpacked.exitCode == 0, "\(unpacked.stderr)")
    return try MemberArchive(path: path)
  }

  @Test(arguments: [(1024, 1), (3072, 2), (3072 + 100, 2), (3072 + 512, 2)])
  func `a tar archive need not end with zeros`(length: Int, count: Int) throws {
    let archive = try tar(ofFirst: length)
    #expect(try archive.members.map { try text($0) } == Array(repeating: Self.text, count: count))
  }

  @Test(arguments: [
    (513, "1 bytes from byte 512 on", "the 33 bytes of may.csv and 479 that fill its last block"),
    (545, "33 bytes from byte 512 on", "the 33 bytes of may.csv and 479 that fill its last block"),
    (1025, "1 bytes from byte 1024 on", "a header of 512 bytes"),
    (1600, "64 bytes from byte 1536 on", "the 144 bytes of ././@PaxHeader and 368 that fill"),
    (2048, "0 bytes from byte 2048 on", "the header of long/xxx"),
    (2559, "511 bytes from byte 2048 on", "a header of 512 bytes"),
    (2560, "0 bytes from byte 2560 on", "the 33 bytes of long/xxx"),
    (3071, "511 bytes from byte 2560 on", "the 33 bytes of long/xxx"),
  ])
  func `a tar archive that is cut within a member is refused`(
    length: Int, found: String, expected: String
  ) throws {
    let error = #expect(throws: FileError.self) { try tar(ofFirst: length) }
    let message = try #require(error).description
    #expect(
      message.contains(
        "year.tar: found \(found), where the archive ends; expected \(expected)"), "\(message)")
  }

  /// Sparse, as only the directory is read: members that share 4 MB of it claim more in all than
  /// the machine's memory, and a two-hundredth of that is their archive's length.
  @Test func `an archive's members need not fit into memory together`() throws {
    let path = folder.file("years.zip")
    let memory = Int(clamping: ProcessInfo.processInfo.physicalMemory)
    let (claimed, packed) = (4_000_000_000, 4_000_000)
    let count = memory / claimed + 1
    let directory = max(count * claimed / 200, packed) + 1000
    func record(_ fields: [(value: Int, length: Int)]) -> Data {
      fields.reduce(into: Data()) { record, field in
        for place in 0..<field.length {
          record.append(UInt8(truncatingIfNeeded: field.value >> (8 * place)))
        }
      }
    }
    let start = record([(0x0403_4B50, 4), (0, 22), (1, 2), (0, 2), (0x61, 1)])
    let entry = record([
      (0x0201_4B50, 4), (0, 6), (8, 2), (0, 8), (packed, 4), (claimed, 4), (1, 2), (0, 16),
      (0x61, 1),
    ])
    let end = record([(0x0605_4B50, 4), (0, 6), (count, 2), (0, 4), (directory, 4), (0, 2)])
    #expect(FileManager.default.createFile(atPath: path, contents: start))
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.seek(toOffset: UInt64(directory))
    try file.write(contentsOf: Data((0..<count).map { _ in entry }.joined()) + end)
    try file.close()
    let archive = try MemberArchive(path: path)
    #expect(archive.members.map(\.byteCount) == Array(repeating: claimed, count: count))
  }

  @Test(arguments: ["year.zip", "year.tar", "year.tgz"])
  func `an archive that is none, or is cut, is refused`(name: String) throws {
    let path = try folder.write("race_id,horse\n", to: name)
    #expect(throws: FileError.self) { try MemberArchive(path: path) }
    let bytes = try #require(Data(base64Encoded: name == "year.zip" ? Self.zip : Self.tar))
    try bytes.prefix(bytes.count / 2).write(to: URL(filePath: path))
    #expect(throws: FileError.self) { try MemberArchive(path: path) }
  }

  @Test(arguments: ["a.zip", "a.tar", "A.TAR.GZ", "a.tgz", "a.tar.bz2", "a.tar.zst"])
  func `the name states an archive`(name: String) {
    #expect(MemberArchive.isName(name))
    #expect(SourceKind(fileName: name) == nil)
  }

  // MARK: - Implementation

  private func file(_ base64: String, _ name: String) throws -> String {
    let path = folder.file(name)
    try #require(Data(base64Encoded: base64)).write(to: URL(filePath: path))
    return path
  }

  private func text(_ member: ArchivedMember) throws -> String {
    let content = try member.content(of: "archive")
    return withExtendedLifetime(content) { String(decoding: content.pointer, as: UTF8.self) }
  }

  private static let zip =
    "UEsDBBQAAAAIAAAAIVgdycizIQAAACEAAAAMAAAAeWVhci9tYXkuY3N2K0pMTo3PTNHJyC"
    + "8qTuUy1PFNLMoBUiGZKanlRYnJ2VwAUEsDBBQAAAAIAAAAIVjheHJ7CQAAAAcAAAAIAAAA"
    + "bm90ZXMubWQrSk1MUchNBQBQSwMEFAAAAAAAAAAhWB3JyLMhAAAAIQAAAAgAAABqdW5lLm"
    + "NzdnJhY2VfaWQsaG9yc2UKMSxNYXJsCjEsVGlkZXdyYWNrClBLAQIUAxQAAAAIAAAAIVgd"
    + "ycizIQAAACEAAAAMAAAAAAAAAAAAAACAAQAAAAB5ZWFyL21heS5jc3ZQSwECFAMUAAAACA"
    + "AAACFY4XhyewkAAAAHAAAACAAAAAAAAAAAAAAAgAFLAAAAbm90ZXMubWRQSwECFAMUAAAA"
    + "AAAAACFYHcnIsyEAAAAhAAAACAAAAAAAAAAAAAAAgAF6AAAAanVuZS5jc3ZQSwUGAAAAAA"
    + "MAAwCmAAAAwQAAAAAA"

  private static let tar =
    "H4sIAIHxBmsC/+3VvQrCMBiF4cxeRS9A2qRGnQRHF8HBXYINtlqtpP7Uuzd0UBQHHVpB32"
    + "f5QjJkCCdnay7hsjyJJklvoHU9vecppVb3db0/jHVPBFK04FgejPNXiv/kzNIusqSbFq60"
    + "HdWdGpf7Mc8Se/Znm47ALwujMBrPTDWxJrGuufy/yP0t83EsH/OvZCyHIqjIf+OU1sHeHN"
    + "JRXuxWUfUl0fqY1z3Ed9OyNp794/7v9ZVS9D/9DwAAAAAAAAAAAAB41xXpZFBfACgAAA=="

  private static let bzip2 =
    "QlpoOTFBWSZTWZwx5OkAAA3fgAAQAAQgAAACBACubJiAIAAhqBkyabUBTTIxMTEeZQQgUL"
    + "wNAI6XYnD836PIfi7kinChIThjydJCWmg5MUFZJlNZCOpW3QAAAV2AABAABBAAAAIgBBAA"
    + "IAAiGAIYCIp24XckU4UJAI6lbdA="
}
