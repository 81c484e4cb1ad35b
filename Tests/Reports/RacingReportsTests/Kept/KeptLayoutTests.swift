import ColumnStore
import Columns
import Foundation
import Racing
import StoreSupport
import TestSupport
import Testing

@testable import EntityReports

/// The kept sums change only together with the layout's number.
struct KeptLayoutTests {
  /// By layout, the checksum of the sums kept for a fixed season.
  private static let known = [
    8: "ef8f9e725dd4efa0c973ddd53c955a45d49321f52cf202d9a3a2fdfe033f53d3"
  ]

  @Test func `what is kept has changed only with the layout's number`() throws {
    let folder = try TemporaryFolder()
    let (csv, store) = (folder.file("season.csv"), folder.file("store"))
    try StoreFixture.writeSeason(runners: 20_000, seed: 3, to: csv)
    try StoreFixture.add(csv: String(contentsOfFile: csv, encoding: .utf8), to: store)
    try StoreFixture.add(csv: coupledRace(in: store), to: store)
    var request = try KeptStore.request(["jockey", "sire+course", "odds_band"])
    // If pairs are looked up, their numbering depends on the number of threads.
    request.threads = 2
    request.keepsSums = true
    _ = try ReportJob(request, from: Snapshot(store: store)).run()
    let names = try FileManager.default.contentsOfDirectory(atPath: store + "/sums")
    let file = try #require(KeptFile(store: store, name: names[0]))
    var data = JSONText.encoded(try #require(KeptText(file.text)).populations)
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

  /// Makes a race of the season's first day, whose winning entry has its dividend beside the mate.
  private func coupledRace(in store: String) throws -> String {
    let races = try Snapshot(store: store).segments(of: RacingTables.races)[0].rows
    let day = Day(try #require(races["date"]).int32s[0]).iso
    let runners = ["1,7,A,Ann,1,3,", "2,7,B,Bob,4,9,4.2", "3,3,C,Cy,2,4,", "4,4,D,Dan,3,5,"]
    return "race_id,date,number,betting_interest,horse,jockey,position,sp,tote\n"
      + runners.map { "coupled,\(day),\($0)\n" }.joined()
  }
}
