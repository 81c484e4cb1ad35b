import Columns
import Features
import Foundation
import ReportWriters
import StoreSupport
import TestSupport
import Testing

struct FeatureFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `pieces are written as the table is`() throws {
    let job = try FeatureJob(FeatureRequest(), from: StoreFixture.season(runners: 2_000, seed: 3))
    let (whole, pieced) = (folder.file("whole.csv"), folder.file("pieced.csv"))
    try FeatureFile.write(job.run(), to: whole, as: .csv)
    var told: [Int] = []
    let pieces = try job.pieces(ofRows: 300)
    try FeatureFile.write(pieces, to: pieced, as: .csv) { told.append($0) }
    #expect(FileManager.default.contentsEqual(atPath: whole, andPath: pieced))
    #expect(told.count > 5 && told == told.sorted() && told.last == pieces.rowCount)
  }
}
