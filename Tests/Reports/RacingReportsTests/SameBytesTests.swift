import ColumnStore
import Columns
import Foundation
import ReportWriters
import StoreSupport
import TestSupport
import Testing

@testable import EntityReports
@testable import Questions
@testable import RunnerKeys

/// The same rows give the same bytes, however the work is done.
@Suite struct SameBytesTests {
  private static let rows = WildRaces(races: 120, salt: 7).rows
  private static var csv: String { WildRaces.csv(rows) }

  @Test func `any number of threads gives the same bytes`() throws {
    let snapshot = try StoreFixture.snapshot(csv: Self.csv)
    let expected = try bytes(snapshot, threads: 1)
    for threads in [2, 3, 16, 500] {
      #expect(try bytes(snapshot, threads: threads) == expected, "\(threads) threads")
    }
  }

  @Test(.longForm) func `any order of the rows gives the same bytes`() throws {
    let expected = try bytes(StoreFixture.snapshot(csv: Self.csv), threads: 1)
    var random = SeededGenerator(8)
    for _ in 0..<4 {
      let shuffled = WildRaces.csv(Self.rows.shuffled(using: &random))
      let found = try bytes(StoreFixture.snapshot(csv: shuffled), threads: 2)
      #expect(found == expected, "TEST_SEED=\(SeededGenerator.seed)")
    }
  }

  @Test func `one import or several give the same bytes`() throws {
    let expected = try bytes(StoreFixture.snapshot(csv: Self.csv), threads: 1)
    var random = SeededGenerator(9)
    let shuffled = Self.rows.shuffled(using: &random)
    let middle = shuffled.count / 2
    let found = try bytes(
      StoreFixture.snapshot(
        csv: WildRaces.csv(Array(shuffled[..<middle])), WildRaces.csv(Array(shuffled[middle...]))),
      threads: 1)
    #expect(found == expected, "TEST_SEED=\(SeededGenerator.seed)")
  }

  /// OpenBLAS chooses its kernels by the processor; one that the processor lacks would crash.
  @Test(
    arguments: [("Nehalem", "sse4_2"), ("Haswell", "avx2"), ("SkylakeX", "avx512f")]
      .filter { ProcessorFlags.has($0.1) })
  func `any kernel of the BLAS gives the same bytes`(core: String, flag: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.csv, to: "runners.csv")
    let store = folder.file("store")
    let imported = try RailbirdProcess.run([
      "import", "--quiet", "--format", "railbird", "--store", store, file,
    ])
    #expect(imported.exitCode == 0, "\(imported.stderr)")
    func report(_ out: String, _ environment: [String: String]) throws -> [String: Data] {
      let arguments = ["report", "--quiet", "--by", "jockey,horse,course", "--store", store]
      let done = try RailbirdProcess.run(
        arguments + ["--out", folder.file(out)], environment: environment)
      #expect(done.exitCode == 0, "\(done.stderr)")
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.file(out))
      return Dictionary(
        uniqueKeysWithValues: files.map {
          ($0, FileManager.default.contents(atPath: folder.file(out) + "/" + $0)!)
        })
    }
    let expected = try report("default", [:])
    #expect(expected.count == 7)
    #expect(try report(core, ["OPENBLAS_CORETYPE": core]) == expected)
  }

  private func bytes(_ snapshot: Snapshot, threads: Int) throws -> [String] {
    var request = ReportRequest(
      dimensions: try ["jockey", "horse", "trainer+course"].map { try Dimension($0) })
    request.threads = threads
    let result = try ReportJob(request, from: snapshot).run()
    return result.reports.flatMap { [CSVReportWriter.text($0), JSONReportWriter.text($0)] }
      + [SummaryWriter.text(result.summary, sources: [], version: "1")]
  }
}

/// The processor's features, as Linux lists them.
private enum ProcessorFlags {
  static func has(_ flag: String) -> Bool {
    let text = FileManager.default.contents(atPath: "/proc/cpuinfo") ?? Data()
    return String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .contains { $0 == flag }
  }
}
