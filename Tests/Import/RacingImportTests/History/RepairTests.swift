import ColumnStore
import Foundation
import ImportHistory
import Racing
import StoreImport
import TestSupport
import Testing

/// A repair is carried out on the store as it is, not as it was when the repair was planned.
struct RepairTests {
  @Test func `a lost file that an import has put back is not given up`() throws {
    let store = TestStore()
    let texts = (1...2).map { "race_id,date,number,position\n\($0),2024-05-0\($0),1,1\n" }
    for text in texts { try store.add(text) }
    let imports = try ImportLedger(store.snapshot).imports
    let paths = try imports.map { store.path + "/archive/" + (try #require($0.sha256)) }
    for path in paths { try FileManager.default.removeItem(atPath: path) }
    var job = RepairJob(store: store.path, now: 0)
    job.acceptsLoss = true
    let plan = try job.plan()
    #expect(plan.givenUp.count == 2)
    try store.add(texts[0])
    var steps: [String] = []
    job.progress = { steps.append($0) }
    _ = try job.run(plan)
    #expect(try Data(contentsOf: URL(filePath: paths[0])) == Data(texts[0].utf8))
    #expect(steps.contains { $0.hasPrefix("restored archive/") })
    let after = try ImportLedger(store.snapshot).imports
    #expect(after[0].sha256 == imports[0].sha256 && after[1].sha256 == nil)
    #expect(try Verification(store: store.path).damages.isEmpty)
  }
}
