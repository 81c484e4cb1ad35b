import Columns
import Foundation
import TestSupport
import Testing

@testable import ColumnStore

struct KeptFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes numbers as blocks.
  @discardableResult
  private func write(_ name: String, _ text: String, _ numbers: [[Int64]]) -> Bool {
    let buffers = numbers.map { Buffer($0) }
    defer { withExtendedLifetime(buffers) {} }
    return KeptFile.write(
      store: folder.path, name: name, text: text,
      blocks: buffers.map { KeptFile.Block($0.pointer) }, threads: 2)
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.file(KeptFile.folder)).sorted()
  }

  @Test(arguments: [0, 1, 7, 8, 9, 131_071, 131_072, 300_001])
  func `a block is read as it was written, on any number of threads`(count: Int) throws {
    let numbers = (0..<Int64(count)).map { $0 &* 7_919 }
    #expect(write("a", "what it is – 好", [numbers, [], [5]]))
    let file = try #require(KeptFile(store: folder.path, name: "a"))
    #expect(file.text == "what it is – 好")
    #expect(file.isWhole(threads: 1) && file.isWhole(threads: 3))
    #expect(file.values(0, of: Int64.self).map { Array($0.pointer) } == numbers)
    #expect(file.values(1, of: Int64.self)?.count == 0)
    #expect(file.values(2, of: Int32.self).map { Array($0.pointer) } == [5, 0])
    #expect(file.values(2, of: SIMD4<Int64>.self) == nil)
    #expect(file.values(3, of: Int64.self) == nil)
    #expect(try names() == ["a"])
  }

  @Test func `every flipped bit of head, blocks and padding is noticed`() throws {
    write("a", "text", [[1, 2, 3, 4, 5, 6, 7, 8], Array(repeating: 0, count: 37)])
    let path = KeptFile.path(folder.path, "a")
    let whole = try #require(FileManager.default.contents(atPath: path))
    #expect(whole.count == 128 + 64 + 320)
    for bit in LongForm.indices(whole.count * 8, "flipped bits of a kept file") {
      var bytes = whole
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      try bytes.write(to: URL(fileURLWithPath: path))
      let file = KeptFile(store: folder.path, name: "a")
      #expect(file?.isWhole(threads: 1) != true, "bit \(bit)")
    }
  }

  @Test func `a new file takes the old one's place, whose readers keep it`() throws {
    write("a", "old", [[1, 2]])
    let old = try #require(KeptFile(store: folder.path, name: "a"))
    write("a", "new", [[3, 4]])
    #expect(old.isWhole(threads: 1) && old.values(0, of: Int64.self)?[1] == 2)
    #expect(KeptFile(store: folder.path, name: "a")?.text == "new")
  }

  @Test func `what is of no use and what is one too many goes, and no stranger`() throws {
    func full(_ letter: String) -> String { String(repeating: letter, count: 32) }
    for letter in ["a", "b", "c", "d"] { write(full(letter), letter, [[1]]) }
    let strangers = ["README", "thesis.txt", full("g"), full("a") + ".txt"]
    for name in strangers + [full("e")] {
      try Data("no kept file".utf8).write(to: URL(filePath: KeptFile.path(folder.path, name)))
    }
    let drafts = [full("f") + ".1-2.new", full("0") + ".3-4.new"]
    for name in drafts { write(name, name, []) }
    for name in [full("a"), drafts[0]] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -86_400)],
        ofItemAtPath: KeptFile.path(folder.path, name))
    }
    KeptFile.tidy(store: folder.path, limit: 2) { $0 != "c" }
    #expect(try names() == ([full("b"), full("d"), drafts[1]] + strangers).sorted())
  }

  @Test func `a pipe is no kept file, and no one waits for it`() throws {
    write("a", "text", [])
    let pipe = KeptFile.path(folder.path, "b")
    try #require(mkfifo(pipe, 0o600) == 0)
    #expect(KeptFile(store: folder.path, name: "b") == nil)
  }

  @Test(arguments: [(0, "Ann"), (1, ""), (2, nil), (-1, nil), (Int32.max, nil), (.min, nil)])
  func `a code that no name has is none`(code: Int32, name: String?) {
    #expect(NameDictionary(["Ann", ""]).name(ofCode: code) == name)
  }

  @Test func `names are the same by their checksum, whatever parts they lie in`() {
    let (one, two) = (TextBuffer(["Ann", "", "Bob"]), TextBuffer(["Zoë"]))
    let parts = NameDictionary(parts: [one, two])
    let whole = NameDictionary(["Ann", "", "Bob", "Zoë"])
    for count in 0...4 {
      #expect(parts.checksum(ofFirst: count) == whole.checksum(ofFirst: count))
    }
    #expect(Set((0...4).map { whole.checksum(ofFirst: $0) }).count == 5)
    #expect(
      NameDictionary(["An", "n", "Bob"]).checksum(ofFirst: 3) != parts.checksum(ofFirst: 3))
  }

  @Test func `nothing is written or removed behind a link in the folder's place`() throws {
    let others = folder.file("others")
    try FileManager.default.createDirectory(atPath: others, withIntermediateDirectories: true)
    let name = String(repeating: "0a", count: 16)
    _ = try folder.write("mine", to: "others/" + name)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file(KeptFile.folder), withDestinationPath: others)
    #expect(!write("b", "text", [[1]]))
    KeptFile.tidy(store: folder.path, limit: 0) { _ in false }
    let salvage = try StoreSalvage(store: folder.path, now: 1)
    #expect(throws: StoreError.self) { try salvage.drop(keptSums: [name]) }
    #expect(files(below: others) == [name])
  }
}
