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
    // Empty frames and frames larger than one read stand between the others.
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

  @Test func `a torn last frame is refused as a whole`() throws {
    let path = folder.file("torn.ndjson.zst")
    let whole = Compression.zstdFrame(of: Data("{\"n\":1}\n".utf8))
    let torn = Compression.zstdFrame(of: Data("{\"n\":2}\n".utf8)).dropLast()
    try (whole + torn).write(to: URL(filePath: path))
    #expect(throws: FileError.self) { try SourceFile(path: path) }
  }
}
