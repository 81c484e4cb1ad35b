import Foundation
import TabularFiles
import TestSupport
import Testing

struct CompressionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let texts = [
    "", "a", "{\"race\":1}\n", String(repeating: "Été ", count: 100_000),
  ]

  @Test(arguments: texts, ["gz", "zst"])
  func `the usual tools unpack what was packed`(text: String, ending: String) throws {
    let bytes = Data(text.utf8)
    let packed = ending == "gz" ? Compression.gzip(of: bytes) : Compression.zstdFrame(of: bytes)
    let path = folder.file("packed." + ending)
    try packed.write(to: URL(filePath: path))
    let tool = ending == "gz" ? ["gzip", "-dc", path] : ["zstd", "-qdc", path]
    let run = try RailbirdProcess.run(
      program: tool[0], Array(tool.dropFirst()))
    #expect(run.exitCode == 0 && run.stdout == text)
    if text.count > 1000 { #expect(packed.count < bytes.count / 100) }
  }

  @Test(arguments: [1, 2, 3, 1000])
  func `a file of many zstd frames is one text`(count: Int) throws {
    let path = folder.file("journal.ndjson.zst")
    var file = Data()
    // Empty frames and frames larger than one read are between the others.
    for index in 0..<count {
      let padding = index % 500 == 1 ? String(repeating: "\(index)", count: 300_000) : ""
      file += Compression.zstdFrame(of: Data("{\"n\":\(index),\"p\":\"\(padding)\"}\n".utf8))
      if index % 3 == 0 { file += Compression.zstdFrame(of: Data()) }
    }
    try file.write(to: URL(filePath: path))
    let rows = try SourceFile(path: path).read(columns: ["n"], threads: 2)
    let numbers = rows.tables.flatMap { $0["n"]?.cells ?? [] }
    #expect(numbers == (0..<count).map { "\($0)" })
  }

  @Test(arguments: ["gz", "bz2", "zst"])
  func `empty members and frames, wherever they stand, add nothing`(ending: String) throws {
    let script = """
      import bz2, gzip, subprocess, sys
      def zstd(text):
          run = subprocess.run(["zstd", "-qc"], input=text, capture_output=True, check=True)
          skipped = bytes.fromhex("502a4d1805000000") + b"hello"
          return run.stdout + skipped + bytes.fromhex("5f2a4d1800000000")
      pack = {"gz": gzip.compress, "bz2": bz2.compress, "zst": zstd}[sys.argv[1]]
      parts = [b"", b"", b"n\\n1\\n", b"", b"2\\n" * 100000, b"", b"", b"3\\n", b""]
      open(sys.argv[2], "wb").write(b"".join(map(pack, parts)))
      """
    let path = folder.file("members.csv." + ending)
    #expect(
      try RailbirdProcess.run(program: "python3", ["-c", script, ending, path]).exitCode == 0)
    let cells = try SourceFile(path: path).read(columns: ["n"], threads: 2).tables
      .flatMap { $0["n"]?.cells ?? [] }
    #expect(cells == ["1"] + [String](repeating: "2", count: 100_000) + ["3"])
  }

  @Test(arguments: ["gz", "bz2"])
  func `a member that is cut off is refused behind an empty one`(ending: String) throws {
    let script = """
      import bz2, gzip, sys
      pack = {"gz": gzip.compress, "bz2": bz2.compress}[sys.argv[1]]
      open(sys.argv[2], "wb").write(pack(b"n\\n1\\n") + pack(b"") + pack(b"2\\n")[:-3])
      """
    let path = folder.file("cut.csv." + ending)
    #expect(
      try RailbirdProcess.run(program: "python3", ["-c", script, ending, path]).exitCode == 0)
    let error = #expect(throws: FileError.self) { try SourceFile(path: path) }
    #expect("\(error!)".contains("Truncated compressed stream"))
  }

  /// A tape's blocks are filled with zeros, which `gzip` and `bzip2` ignore too.
  @Test(arguments: ["gz", "bz2", "zst"], [1, 512, 200_000])
  func `zeros behind the last member are no damage, and other bytes are`(
    ending: String, count: Int
  ) throws {
    let path = folder.file("padded.csv." + ending)
    let packed: Data
    switch ending {
    case "gz": packed = Compression.gzip(of: Data("n\n1\n".utf8))
    case "zst": packed = Compression.zstdFrame(of: Data("n\n1\n".utf8))
    default:
      let script = "import bz2, sys; open(sys.argv[1], 'wb').write(bz2.compress(b'n\\n1\\n'))"
      #expect(try RailbirdProcess.run(program: "python3", ["-c", script, path]).exitCode == 0)
      packed = try Data(contentsOf: URL(filePath: path))
    }
    try (packed + Data(count: count)).write(to: URL(filePath: path))
    if ending == "zst" {
      #expect(throws: FileError.self) { try SourceFile(path: path) }
      return
    }
    let rows = try SourceFile(path: path).read(columns: ["n"], threads: 1)
    #expect(rows.tables.flatMap { $0["n"]?.cells ?? [] } == ["1"])
    // Another member behind the zeros would be lost.
    try (packed + Data(count: count) + packed).write(to: URL(filePath: path))
    let error = #expect(throws: FileError.self) { try SourceFile(path: path) }
    let place = packed.count + count
    #expect(
      "\(error!)".contains("other bytes than zeros behind the last member, at byte \(place)"))
    try (packed + Data([1])).write(to: URL(filePath: path))
    #expect(throws: FileError.self) { try SourceFile(path: path) }
  }

  @Test func `a torn last frame is refused as a whole`() throws {
    let path = folder.file("torn.ndjson.zst")
    let whole = Compression.zstdFrame(of: Data("{\"n\":1}\n".utf8))
    let torn = Compression.zstdFrame(of: Data("{\"n\":2}\n".utf8)).dropLast()
    try (whole + torn).write(to: URL(filePath: path))
    #expect(throws: FileError.self) { try SourceFile(path: path) }
  }

  /// Small files that unpack to 320 MB: frames that state their length, frames that do not, and a
  /// zip whose members are harmless one by one.
  @Test(arguments: ["zst", "unstated.zst", "gz", "bz2", "zip"])
  func `a file that unpacks to too much is refused`(form: String) throws {
    let ending = form.split(separator: ".").last ?? ""
    let path = folder.file(form == "zip" ? "bomb.zip" : "bomb.csv." + ending)
    let part = Data(count: 64 << 20)
    switch form {
    case "zst", "gz":
      let packed = form == "gz" ? Compression.gzip(of: part) : Compression.zstdFrame(of: part)
      try Data((0..<5).map { _ in packed }.joined()).write(to: URL(filePath: path))
    case "zip":
      let script = """
        import sys, zipfile
        with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            for name in "abcde":
                archive.writestr(name + ".csv", bytes(64 << 20))
        """
      #expect(try RailbirdProcess.run(program: "python3", ["-c", script, path]).exitCode == 0)
    case "bz2":
      let script = "import bz2, sys; open(sys.argv[1], 'wb').write(bz2.compress(bytes(320 << 20)))"
      #expect(try RailbirdProcess.run(program: "python3", ["-c", script, path]).exitCode == 0)
    default:
      let script = "head -c 320M /dev/zero | zstd -q > \"$0\""
      #expect(try RailbirdProcess.run(program: "sh", ["-c", script, path]).exitCode == 0)
    }
    let size = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    #expect(size < 2 << 20)
    #expect(
      throws: FileError.malformed(
        file: path, found: "more than \(max(268_435_456, 200 * size)) bytes packed in \(size)",
        expected: "at most 268435456 bytes, or 200 for each packed one, as far as memory reaches")
    ) {
      if form == "zip" { _ = try MemberArchive(path: path) } else { _ = try SourceFile(path: path) }
    }
  }

  @Test func `a frame that claims more than it may hold is none`() {
    func number(_ value: Int, _ length: Int) -> [UInt8] {
      (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let blockCount = 8_000
    let blocks = (1...blockCount).flatMap { (block: Int) -> [UInt8] in
      number(1 << 20 | 2 | block / blockCount, 3) + [0x0A]
    }
    let frame = number(0xFD2F_B528, 4) + [0xE0] + number(blockCount << 17, 8) + blocks
    #expect(Compression.text(ofZstdFrame: Data(frame)) == nil)
  }

  /// Frames of one repeated byte claim more in all than the machine's memory; a sparse frame that
  /// is skipped makes their file a two-hundredth of that.
  @Test func `only a text that is unpacked as a whole must fit into memory`() throws {
    let memory = Int(clamping: ProcessInfo.processInfo.physicalMemory)
    let length = 64 << 20
    let count = memory / length + 1
    func number(_ value: Int, _ length: Int) -> [UInt8] {
      (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let blocks = (1...512).flatMap { (block: Int) -> [UInt8] in
      number(1 << 20 | 2 | block / 512, 3) + [0x0A]
    }
    let frame = Data(number(0xFD2F_B528, 4) + [0xE0] + number(length, 8) + blocks)
    let padding = count * length / 200
    for ending in ["ndjson", "csv"] {
      let path = folder.file("long.\(ending).zst")
      let frames = Data((0..<count).map { _ in frame }.joined())
      try (frames + number(0x184D_2A50, 4) + number(padding, 4)).write(to: URL(filePath: path))
      let file = try FileHandle(forWritingTo: URL(filePath: path))
      try file.truncate(atOffset: file.seekToEnd() + UInt64(padding))
      try file.close()
      if ending == "ndjson" {
        #expect(try SourceFile(path: path).byteCount == count * length)
      } else {
        let error = #expect(throws: FileError.self) { try SourceFile(path: path) }
        #expect("\(error as Any)".contains("more than \(memory) bytes packed in"))
      }
    }
  }

  @Test func `a text that packs well is no bomb`() throws {
    let path = folder.file("season.csv.zst")
    let row = "2024-01-01,Ascot,14:30,Red Rum\n"
    let text = "date,course,off,horse\n" + String(repeating: row, count: 1 << 20)
    try Compression.zstdFrame(of: Data(text.utf8)).write(to: URL(filePath: path))
    #expect(try SourceFile(path: path).byteCount == text.utf8.count)
  }
}
