import ColumnStore
import Foundation
import StoreSupport
import TestSupport
import Testing

@testable import RacingReports

/// The kept sums change only together with the layout's number.
struct KeptLayoutTests {
  /// By layout, the checksum of the sums kept for a fixed season.
  private static let known = [
    4: "f2d92a6b23caa1b65208f039fdfc42edfa2482034e22e2b3086952f56b6e544f"
  ]

  @Test func `what is kept has changed only with the layout's number`() throws {
    let folder = try TemporaryFolder()
    let (csv, store) = (folder.file("season.csv"), folder.file("store"))
    try StoreFixture.writeSeason(runners: 20_000, seed: 3, to: csv)
    try StoreFixture.add(csv: String(contentsOfFile: csv, encoding: .utf8), to: store)
    var request = try KeptStore.request(["jockey", "sire+course", "odds_band"])
    // If pairs are looked up, their numbering depends on the number of threads.
    request.threads = 2
    request.keepsSums = true
    _ = try ReportJob(request, from: Snapshot(store: store)).run()
    let names = try FileManager.default.contentsOfDirectory(atPath: store + "/sums")
    let file = try #require(KeptFile(store: store, name: names[0]))
    var data = Data(KeptText.json(try #require(KeptText(file.text)).populations).utf8)
    var block = 0
    while let bytes = file.values(block, of: UInt8.self) {
      data.append(contentsOf: bytes.pointer)
      block += 1
    }
    #expect(block == 3 * KeptStretch.blockCount + 2)
    let checksum = Checksum.hex(of: data)
    #expect(
      Self.known[KeptQuestion.layout] == checksum,
      "raise KeptQuestion.layout, and note \(checksum) for it")
  }
}
