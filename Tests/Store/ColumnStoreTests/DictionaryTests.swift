import Columns
import Foundation
import TabularFiles
import TestSupport
import Testing

@testable import ColumnStore

struct DictionaryTests {
  private let store: SampleStore

  init() throws { store = try SampleStore() }

  @Test func `codes count up and stay with their names`() throws {
    let encoder = try StoreWriter(store: store.path).dictionary("jockey")
    #expect(["a", "b", "a", "", "b", ""].map { encoder.code($0) } == [0, 1, 0, 2, 1, 2])
    #expect(encoder.count == 3)
    #expect(String(decoding: encoder.utf8(1), as: UTF8.self) == "b")
  }

  @Test func `names are found by their first letters, in either case`() {
    let names = ["Émile", "emile", "Zoë", "Emma", "émile B", "Em", "", "ma"]
    let dictionary = NameDictionary(names).appending(["EMU", "e"])
    #expect(
      dictionary.names(startingWith: "em", limit: 9) == ["EMU", "Em", "Emma", "emile"])
    #expect(dictionary.names(startingWith: "ém", limit: 9) == ["Émile", "émile B"])
    #expect(dictionary.names(startingWith: "e", limit: 2) == ["EMU", "Em"])
    #expect(dictionary.names(startingWith: "", limit: 3) == ["", "EMU", "Em"])
    #expect(dictionary.names(startingWith: "emmas", limit: 9).isEmpty)
  }

  @Test func `composed and decomposed spellings are one name`() throws {
    let encoder = try StoreWriter(store: store.path).dictionary("jockey")
    let composed = "Andr\u{E9}"
    let decomposed = "Andre\u{301}"
    #expect(encoder.code(decomposed) == 0)
    #expect(encoder.code(composed) == 0)
    #expect(encoder.code(decomposed) == 0)
    #expect(Array(encoder.utf8(0)) == Array(composed.utf8))
    // Compatibility forms are other names: NFC, not NFKC.
    #expect(encoder.code("ﬁ") != encoder.code("fi"))
    #expect(encoder.code("\u{212B}") == encoder.code("Å"))
  }

  @Test(arguments: [[0xFF], [0x41, 0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80]] as [[UInt8]])
  func `bytes that are no UTF-8 have no code`(bytes: [UInt8]) throws {
    let encoder = try StoreWriter(store: store.path).dictionary("jockey")
    #expect(bytes.withUnsafeBufferPointer { encoder.code($0) } == nil)
    #expect(encoder.count == 0)
  }

  @Test func `many names, also past the table's growth, agree with a plain dictionary`() throws {
    var random = SeededGenerator()
    let encoder = try StoreWriter(store: store.path).dictionary("jockey")
    var reference: [String: Int32] = [:]
    for _ in 0..<20_000 {
      let number = Int.random(in: 0..<6_000, using: &random)
      let name = String(repeating: "é", count: number % 3) + "name \(number)"
      let expected = reference[name] ?? Int32(reference.count)
      reference[name] = expected
      guard encoder.code(name) == expected else {
        Issue.record("seed \(SeededGenerator.seed): \(name)")
        return
      }
    }
    #expect(encoder.count == reference.count)
  }

  @Test func `cells that hold a known name get its code, and all others are listed`() throws {
    var random = SeededGenerator()
    let encoder = DictionaryEncoder.ofNames()
    for round in 0..<200 {
      let names = (0..<Int.random(in: 0...150, using: &random)).map { _ -> [UInt8] in
        let number = Int.random(in: 0..<3_000, using: &random)
        // Some are not UTF-8, some are empty, decomposed or long, some come twice.
        let stems: [[UInt8]] = [
          [0xFF], [], Array("Andre\u{301}".utf8), Array("name of ".utf8),
          [UInt8](repeating: 65, count: number % 300),
        ]
        // Some have special characters: blanks, a spreadsheet guard, a JSON bracket.
        let marks: [[UInt8]] = [[], [], [], [], Array(" ".utf8), Array("'".utf8), Array("}".utf8)]
        let mark = marks[number % marks.count]
        let name = stems[number % 5] + (number % 4 == 0 ? [] : Array("\(number)".utf8))
        return number % 2 == 0 ? mark + name : name + mark
      }
      let ends = names.reduce(into: [Int32(0)]) { $0.append($0.last! + Int32($1.count)) }
      let text = TextBuffer(offsets: Buffer(ends), bytes: Buffer(names.flatMap { $0 }))
      let cells = try #require(TextCells(Column(.text, .text(text))))
      var codes = [Int32](repeating: -9, count: names.count)
      var others = [Int32](repeating: -9, count: names.count)
      let otherCount = codes.withUnsafeMutableBufferPointer { codes in
        others.withUnsafeMutableBufferPointer { others in
          guard let first = codes.baseAddress else { return 0 }
          return encoder.knownCodes(
            of: cells, count: names.count, into: first, others: others.baseAddress!)
        }
      }
      let expected = names.map { name -> Int32? in
        let blank = name.first.map { $0 <= 32 || $0 == 39 } ?? true
        let isPlain = !blank && name.last! > 32 && name.last! != 125 && name.count <= 250
        return isPlain ? name.withUnsafeBufferPointer { encoder.knownCode($0) } : nil
      }
      #expect(codes == expected.map { $0 ?? 0 }, "seed \(SeededGenerator.seed), round \(round)")
      let listed = names.indices.filter { expected[$0] == nil }.map { Int32($0) }
      #expect(Array(others[..<otherCount]) == listed, "seed \(SeededGenerator.seed)")
      for name in names { name.withUnsafeBufferPointer { _ = encoder.code($0) } }
    }
    #expect(encoder.count > 1_000)
    withExtendedLifetime(encoder) {}
  }

  @Test func `commits append names, and codes stay while parts are merged`() throws {
    var names: [String] = []
    for round in 0..<12 {
      let new = (0...(round * 7 % 5)).map { "J\(round)-\($0) é" }
      names += new
      try store.commit(
        jockeys: [names[0]] + new, points: [Int64?](repeating: 1, count: new.count + 1))
      let dictionary = try Snapshot(store: store.path).dictionary("jockey")
      #expect((0..<dictionary.count).map { dictionary[$0] } == names)
      #expect(dictionary.names.cells == names)
      let encoder = try StoreWriter(store: store.path).dictionary("jockey")
      #expect(names.map { encoder.code($0) } == names.indices.map { Int32($0) })
    }
    let parts = store.dataFiles.filter { $0.hasPrefix("dictionaries/") }
    #expect(parts.count > 1 && parts.count < 6, "\(parts)")
    #expect(try Verification(store: store.path).damages == [])
  }

  @Test func `names beyond the limit of a dictionary are refused, and the store stays`() throws {
    func commit(_ jockeys: [String]) throws {
      let writer = try StoreWriter(store: store.path)
      writer.namesLimit = 20
      let points = [Int64?](repeating: 1, count: jockeys.count)
      try writer.replace(
        "rides", SampleStore.january, with: SampleStore.rides(writer, jockeys, points))
      try writer.commit()
    }
    try commit(["Dettori"])
    try commit(["Carson", "Piggott"])
    let before = try Snapshot(store: store.path)
    let files = store.dataFiles
    let error = #expect(throws: StoreError.self) { try commit(["Dettori", "E", "Carson", "D"]) }
    #expect(
      error?.description
        == "\(store.path): found more than 2 GiB of names and keys in the dictionary jockey; "
        + "expected less, such as shorter keys or several stores")
    #expect(try Snapshot(store: store.path).generation == before.generation)
    #expect(store.dataFiles == files)
    try commit(["Piggott", "Dettori"])
    let after = try Snapshot(store: store.path)
    #expect(SampleStore.rides(after) == ["Piggott 1", "Dettori 1"])
    #expect(after.dictionary("jockey").names.cells == ["Dettori", "Carson", "Piggott"])
  }

  @Test func `small additions behind a large part leave its file alone`() throws {
    let many = (0..<500).map { "J\($0)" }
    try store.commit(jockeys: many, points: many.map { _ in 1 })
    let large = store.dataFiles.filter { $0.hasPrefix("dictionaries/") }
    try store.commit(jockeys: ["new"], points: [1])
    let parts = store.dataFiles.filter { $0.hasPrefix("dictionaries/") }
    #expect(parts.count == 2)
    #expect(Set(parts).isSuperset(of: large))
  }

  @Test func `a dictionary the store lacks is empty`() throws {
    try store.commit(jockeys: ["Dettori"], points: [1])
    let snapshot = try Snapshot(store: store.path)
    #expect(snapshot.dictionaryNames == ["jockey"])
    #expect(snapshot.dictionary("sire").count == 0)
    #expect(snapshot.dictionary("sire").names.count == 0)
  }
}
