import ColumnStore
import Foundation
import Mappings
import TestSupport
import Testing

/// An import does not copy damaged rows into valid files.
struct DamagedMonthTests {
  private static let head = "race_id,date,number,horse,jockey,position,sp\n"
  private let store = TestStore()

  /// Makes two months, an amendment and a refused row, so that there is a file of each kind.
  init() throws {
    let rows = (1...30).map { row in
      "r\(row / 5),2024-0\(1 + row / 20)-09,\(row),H\(row),J\(row),\(row % 5 + 1),4"
    }
    try store.add(Self.head + rows.joined(separator: "\n") + "\n")
    try store.add(Self.head + "r9,2024-03-02,1,Last,Jay,1,what\nr8,2024-03-03,1,Lost,Jay,1,6\n")
  }

  private func bytes() throws -> [String: Data] {
    Dictionary(
      uniqueKeysWithValues: try files(below: store.path).map {
        ($0, try Data(contentsOf: URL(filePath: store.path + "/" + $0)))
      })
  }

  /// Changes a row of January, adds one to March, and one is refused.
  private func amend() throws {
    let text =
      Self.head + "r1,2024-01-09,5,H5,J5,1,9.5\nr9,2024-03-02,2,New,Newcomer,1,3\n"
      + "r9,2024-03-02,3,Bad,Jay,3,what\n"
    try store.add(text)
  }

  @Test func `a damaged file that an import reads is named, and the store left as it was`() throws {
    let segments = [
      "runners/2024-01", "races/2024-01", "race_keys/2024-01", "runners/2024-03",
      "races/2024-03", "imports/2026-04", "rejects/2026-04",
    ]
    let all = files(below: store.path)
    for prefix in segments.map({ "segments/" + $0 }) + ["dictionaries/jockey"] {
      let file = try #require(all.first { $0.hasPrefix(prefix) }, "\(prefix)")
      let path = store.path + "/" + file
      let whole = try Data(contentsOf: URL(filePath: path))
      try rewrite(path) { $0[$0.count / 2] ^= 4 }
      let before = try bytes()
      let error = #expect(throws: ImportError.self, "\(file)") { try amend() }
      guard case .store(.corrupt(path, _, _)) = error else {
        Issue.record("\(file): \(String(describing: error))")
        return
      }
      #expect(try bytes() == before, "\(file)")
      try whole.write(to: URL(filePath: path))
    }
    try amend()
    #expect(try Verification(store: store.path).damages == [])
  }

  @Test func `after an import, damage is found that was there before`() throws {
    var random = SeededGenerator(13)
    let base = store.folder + "/base"
    try FileManager.default.copyItem(atPath: store.path, toPath: base)
    let kept = files(below: base).filter {
      $0.hasPrefix("segments/") || $0.hasPrefix("dictionaries/")
    }
    for round in 0..<40 {
      try FileManager.default.removeItem(atPath: store.path)
      try FileManager.default.copyItem(atPath: base, toPath: store.path)
      let file = kept.randomElement(using: &random)!
      var place = 0
      try rewrite(store.path + "/" + file) {
        place = Int.random(in: $0.indices, using: &random)
        $0[place] ^= UInt8.random(in: 1...255, using: &random)
      }
      let isStored = (try? amend()) != nil
      #expect(
        try !Verification(store: store.path).damages.isEmpty,
        "round \(round), \(file), byte \(place), stored: \(isStored)")
    }
  }
}
