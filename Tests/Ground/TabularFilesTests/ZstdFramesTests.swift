import Foundation
import TabularFiles
import TestSupport
import Testing

/// Files of zstd frames, unpacked by several threads or, where frames don't say their size, as a
/// stream.
struct ZstdFramesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func numbers(_ path: String, threads: Int) throws -> [String?] {
    let rows = try SourceFile(path: path, threads: threads).read(columns: ["n"], threads: 1)
    return rows.tables.flatMap { $0["n"]?.cells ?? [] }
  }

  @Test(arguments: 0..<12)
  func `the text does not depend on frames and threads`(round: Int) throws {
    var random = SeededGenerator(UInt64(round))
    var file = Data()
    let count = Int.random(in: 1...40, using: &random)
    for index in 0..<count {
      let length = [0, 1, 200, 1000, 70_000, 300_000].randomElement(using: &random)!
      let padding = String(repeating: Bool.random(using: &random) ? "x" : "xyz ", count: length)
      file += Compression.zstdFrame(of: Data("{\"n\":\(index),\"p\":\"\(padding)\"}\n".utf8))
      // Empty frames, and frames that a reader has to skip.
      if index % 5 == 1 { file += Compression.zstdFrame(of: Data()) }
      if index % 7 == 2 { file += Data([0x53, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 9, 9, 9]) }
    }
    let path = folder.file("frames.ndjson.zst")
    try file.write(to: URL(filePath: path))
    for threads in [1, 2, 3, 64] {
      #expect(
        try numbers(path, threads: threads) == (0..<count).map { "\($0)" },
        "seed \(SeededGenerator.seed), round \(round), \(threads) threads")
    }
  }

  @Test func `a frame that does not say its size is read as a stream`() throws {
    let plain = try folder.write("{\"n\":1}\n", to: "plain")
    let path = folder.file("piped.ndjson.zst")
    let pipe = "zstd -q < \(plain) > \(path) && zstd -q < \(plain) >> \(path)"
    try #require(try RailbirdProcess.run(program: "sh", ["-c", pipe]).exitCode == 0)
    #expect(try numbers(path, threads: 4) == ["1", "1"])
  }

  @Test func `any byte that is wrong is found or changes nothing but the text`() throws {
    let text = Data("{\"n\":\"\(String(repeating: "abc ", count: 300))\"}\n".utf8)
    let frame = Compression.zstdFrame(of: text)
    let path = folder.file("wrong.ndjson.zst")
    for offset in frame.indices {
      var wrong = frame
      wrong[offset] ^= 0x41
      try (frame + wrong + frame).write(to: URL(filePath: path))
      // No crash and no endless claim of memory; zstd frames here carry no checksum.
      _ = try? SourceFile(path: path, threads: 2).byteCount
    }
  }
}
