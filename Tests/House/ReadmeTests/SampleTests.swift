import ColumnStore
import Foundation
import SyntheticRacing
import TabularFiles
import TestSupport
import Testing

struct SampleTests {
  private struct Metadata: Decodable {
    let file: String
    let sha256: String
    let sizeBytes: Int
    let kind: String
    let runners: Int
    let seed: UInt64

    enum CodingKeys: String, CodingKey {
      case file
      case sha256
      case sizeBytes = "size_bytes"
      case kind
      case runners
      case seed
    }
  }

  private static let folder = URL(fileURLWithPath: RailbirdProcess.packageFolder)
    .appendingPathComponent("Datasets/sample")

  private static func metadata() throws -> Metadata {
    let data = try Data(contentsOf: folder.appendingPathComponent("metadata.json"))
    return try JSONDecoder().decode(Metadata.self, from: data)
  }

  @Test func `the sample is what its metadata says`() throws {
    let metadata = try Self.metadata()
    let sum = try Checksum.ofFile(Self.folder.appendingPathComponent(metadata.file).path)
    #expect(sum.hex == metadata.sha256)
    #expect(sum.bytes == metadata.sizeBytes)
    #expect(metadata.kind == "synthetic")
  }

  @Test func `the generator still makes the sample, byte for byte`() throws {
    let metadata = try Self.metadata()
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("railbird-sample-\(UUID().uuidString).csv").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let season = SyntheticSeason(runners: metadata.runners, seed: metadata.seed)
    var writer: TableWriter?
    for block in season {
      let table = block.table(of: season)
      if writer == nil { writer = try TableWriter(path: file, format: .csv, fields: table.fields) }
      try writer?.write(table)
    }
    try writer?.close()
    #expect(try Checksum.ofFile(file).hex == metadata.sha256)
  }

  @Test func `the script still makes the club's season, byte for byte`() throws {
    let folder = try TemporaryFolder()
    let made = try RailbirdProcess.run(
      program: "python3",
      [RailbirdProcess.packageFolder + "/scripts/make-season.py", folder.path])
    try #require(made.exitCode == 0, "\(made.stderr)")
    for name in ["ledger.csv", "roster.csv", "rewards.csv", "metadata.json"] {
      let kept = RailbirdProcess.packageFolder + "/Datasets/season/" + name
      #expect(
        FileManager.default.contentsEqual(atPath: folder.file(name), andPath: kept), "\(name)")
    }
  }
}
