import ColumnStore
import Columns
import Foundation
import ImportHistory
import TestSupport
import Testing

@testable import EntityReports
@testable import Questions

/// Sums of other months, or damaged sums, are recomputed.
struct KeptSumsValidityTests {
  private static func request() throws -> ReportRequest { try KeptStore.request() }

  /// Whether a report begins with kept sums.
  private static func begins(_ store: KeptStore) throws -> Bool {
    var request = try request()
    request.keepsSums = true
    return try store.visited(request) < store.rows.count
  }

  @Test(.longForm) func `an amended result of an old month is noticed`() throws {
    let store = try KeptStore()
    try store.expectSame(try Self.request())
    #expect(try Self.begins(store))
    let before = store.sumBytes()
    var cells = store.rows[3].split(separator: ",", omittingEmptySubsequences: false).map(
      String.init)
    let sp = WildRaces.header.split(separator: ",").firstIndex(of: "sp")!
    cells[sp + (cells.count - WildRaces.header.split(separator: ",").count)] = "77"
    try store.add([cells.joined(separator: ",")])
    #expect(try !Self.begins(store))
    try store.expectSame(try Self.request())
    #expect(try Self.begins(store))
    #expect(store.sumFiles().count == 1 && store.sumBytes() != before)
    try store.expectSame(try Self.request())
  }

  @Test(.longForm) func `an old month that comes later is noticed`() throws {
    let store = try KeptStore()
    let rows = store.rows.filter { !KeptStore.date($0).hasPrefix("2024-12") }
    let other = try KeptStore(before: "2024-07-01")
    try other.add(rows)
    try other.expectSame(try Self.request())
    #expect(try Self.begins(other))
    try other.add(store.rows)
    #expect(try !Self.begins(other))
    try other.expectSame(try Self.request())
    #expect(try Self.begins(other))
  }

  @Test(.longForm) func `codes that a replay numbers otherwise are noticed`() throws {
    let store = try KeptStore(before: "2025-01-01")
    // After the first import is undone and repeated, the newest rows' names come first.
    try store.add(store.rows(from: "2025-01-01"))
    try store.expectSame(try Self.request())
    #expect(try Self.begins(store))
    _ = try UndoJob(store: store.path, importID: 1, now: 1).run()
    try store.expectSame(try Self.request())
    try store.add(store.rows)
    try store.expectSame(try Self.request())
    try store.expectSame(try Self.request())
    #expect(try Self.begins(store))
    _ = try ReplayJob(store: store.path).run()
    try store.expectSame(try Self.request())
  }

  @Test func `a month that is gone is noticed where pairs of keys name it`() throws {
    let store = try KeptStore(before: "2027-05-01")
    try store.add(store.rows(from: "2027-05-01", before: "2027-06-01"))
    let request = try KeptStore.request(["trainer+month"])
    for _ in 0..<2 { try store.expectSame(request) }
    let months = try Snapshot(store: store.path).segments(of: "runners").count
    _ = try UndoJob(store: store.path, importID: 2, now: 1).run()
    #expect(try Snapshot(store: store.path).segments(of: "runners").count < months)
    for _ in 0..<2 { try store.expectSame(request) }
  }

  @Test func `a name that codes meant otherwise is noticed`() throws {
    let store = try KeptStore()
    try store.expectSame(try Self.request())
    let snapshot = try Snapshot(store: store.path)
    let source = KeptSource(snapshot, monthCount: 3, dictionaries: ["jockey", "country"])
    #expect(source.isPart(of: snapshot))
    let names = snapshot.dictionary("jockey")
    #expect(names.count > 2)
    #expect(
      source.names["jockey"]
        == .init(
          count: names.count, checksum: names.checksum(ofFirst: names.count)))
    #expect(names.checksum(ofFirst: 2) != names.checksum(ofFirst: 3))
    #expect(!KeptSource(snapshot, monthCount: 3, dictionaries: []).names.keys.contains("jockey"))
  }

  @Test(.longForm) func `a file that is cut off or damaged anywhere is made anew`() throws {
    let store = try KeptStore()
    try store.expectSame(try Self.request())
    let name = try #require(store.sumFiles().first)
    let file = store.sums + "/" + name
    let whole = try #require(FileManager.default.contents(atPath: file))
    var random = SeededGenerator(5)
    var damaged: [Data] = [Data(), whole.dropLast(), whole.dropLast(64), whole + [0]]
    damaged.append(contentsOf: [whole.prefix(1), whole.prefix(64), whole + Data(count: 64)])
    damaged.append(Data(count: whole.count))
    let places = [0, 8, 16, 24, 32, 40, 48, 100, whole.count / 2]
    for place in places + (0..<15).map({ _ in Int.random(in: 0..<whole.count, using: &random) }) {
      var bytes = whole
      bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      damaged.append(bytes)
    }
    var noticed = 0
    for bytes in damaged {
      try bytes.write(to: URL(fileURLWithPath: file))
      noticed += try Self.begins(store) ? 0 : 1
      try store.expectSame(try Self.request())
      #expect(FileManager.default.contents(atPath: file) == whole)
    }
    // A block's padding is not read.
    #expect(noticed >= damaged.count - 3)
  }

  @Test func `sums of another layout or question are not used`() throws {
    let store = try KeptStore()
    try store.expectSame(try Self.request())
    let kept = try #require(store.sumFiles().first)
    let other = try KeptStore.request { $0.placeTerms = .hk }
    try store.expectSame(other)
    let second = try #require(store.sumFiles().first { $0 != kept })
    try FileManager.default.removeItem(atPath: store.sums + "/" + second)
    try FileManager.default.copyItem(
      atPath: store.sums + "/" + kept, toPath: store.sums + "/" + second)
    #expect(try store.expectSame(other) == store.rows.count)
    #expect(try store.expectSame(other) < store.rows.count)
  }

  @Test func `a folder that cannot be written makes no difference`() throws {
    let store = try KeptStore()
    // Even the superuser cannot make a folder where there is a file.
    try Data().write(to: URL(fileURLWithPath: store.sums))
    for _ in 0..<2 { #expect(try store.expectSame(try Self.request()) == store.rows.count) }
  }

  @Test(.longForm) func `files that are of no use any more go, and there are never many`() throws {
    let store = try KeptStore()
    for rate in 1...20 {
      try store.expectSame(
        try KeptStore.request(["jockey"]) { $0.commission = .init(rateMicros: Int64(rate))! })
    }
    #expect(store.sumFiles().count == 16)
    // Old months change, so none of them serves any more.
    try store.add(Array(store.rows.prefix(1)).map { $0.replacing(",Good,", with: ",Soft,") })
    let row = store.rows[0] + "\n"
    try store.add([
      row.replacing("\(KeptStore.date(row))", with: "2024-05-30").trimmingCharacters(in: .newlines)
    ])
    try store.expectSame(try Self.request())
    #expect(store.sumFiles().count == 1)
  }

  @Test func `the store's other commands leave the sums alone`() throws {
    let store = try KeptStore()
    try store.expectSame(try Self.request())
    #expect(try Verification(store: store.path).damages.isEmpty)
    try store.add(store.rows.suffix(1))
    _ = try ReplayJob(store: store.path).run()
    #expect(try Verification(store: store.path).damages.isEmpty)
    #expect(store.sumFiles().count == 1)
  }

  /// Their checksums hold whatever somebody has put there: they are made anew with the change.
  @Test(arguments: ["event", "shared", "luck", "slot", "full"])
  func `sums that point at nothing are computed anew`(kind: String) throws {
    let store = try KeptStore(races: 60)
    try store.expectSame(try Self.request())
    let name = try #require(store.sumFiles().first)
    let file = try #require(KeptFile(store: store.path, name: name))
    var blocks: [[UInt64]] = []
    while let words = file.values(blocks.count, of: UInt64.self) {
      blocks.append(Array(words.pointer))
    }
    let slots = try #require(blocks.indices.last)
    switch kind {
    case "event", "luck":
      blocks[0].withUnsafeMutableBytes { bytes in
        for cell in bytes.bindMemory(to: EntityCell.self).indices {
          let place = bytes.bindMemory(to: EntityCell.self).baseAddress! + cell
          if kind == "event" { place.pointee.event = 1 << 20 } else { place.pointee.luck = 1 }
        }
      }
    case "shared":
      blocks[1].withUnsafeMutableBytes { bytes in
        for event in bytes.bindMemory(to: WinSums.self).indices {
          (bytes.bindMemory(to: WinSums.self).baseAddress! + event).pointee.shared = 1 << 20
        }
      }
    default:
      let code: UInt64 = kind == "slot" ? 0x7fff_ffff : 0
      blocks[slots] = blocks[slots].map { _ in code << 32 | code }
    }
    let buffers = blocks.map { Buffer($0) }
    #expect(
      KeptFile.write(
        store: store.path, name: name, text: file.text,
        blocks: buffers.map { KeptFile.Block($0.pointer) }, threads: 1))
    withExtendedLifetime(buffers) {}
    #expect(try !Self.begins(store))
    try store.expectSame(try Self.request())
  }
}
