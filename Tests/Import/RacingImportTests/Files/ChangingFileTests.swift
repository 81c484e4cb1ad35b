import ColumnStore
import Foundation
import RacingExport
import Synchronization
import TestSupport
import Testing
@testable import MappingProposals
@testable import Mappings
@testable import StoreImport

/// Links, and files that change during the import: the hashed, parsed and archived bytes are the
/// same, or the file is refused.
struct ChangingFileTests {
  private let store = TestStore()

  private static let header = "race_id,date,number,horse\n"

  /// Rows of two races a day, more than one block of text.
  private static func rows(_ count: Int, of horse: String = "Horse") -> String {
    (0..<count).map {
      "r\($0 / 10),2024-0\(1 + $0 / 10_000)-0\(1 + $0 / 2_000 % 5),\($0 % 10 + 1),\(horse) \($0)\n"
    }.joined()
  }

  @Test(arguments: [1, 2], [false, true])
  func `the bytes behind a link are archived`(threads: Int, isRelative: Bool) throws {
    let text = Self.header + Self.rows(100)
    let file = try store.file(text)
    let link = store.newPath("csv")
    try FileManager.default.createSymbolicLink(
      atPath: link,
      withDestinationPath: isRelative ? URL(filePath: file).lastPathComponent : file)
    let imported = try store.add([link], threads: threads)[0]
    #expect(imported.counts == [100, 100, 0, 0] && imported.bytes == text.utf8.count)
    try FileManager.default.removeItem(atPath: file)
    let kept = store.path + "/archive/" + (try #require(imported.sha256))
    let attributes = try FileManager.default.attributesOfItem(atPath: kept)
    #expect(attributes[.type] as? FileAttributeType == .typeRegular)
    #expect(try String(contentsOfFile: kept, encoding: .utf8) == text)
    #expect(try Verification(store: store.path).damages.isEmpty)
    let before = try store.exported()
    try store.replay()
    #expect(try store.exported() == before)
    try store.undo(imported.id)
    #expect(try store.rows().isEmpty)
  }

  @Test(arguments: ["archive", "segments/runners"])
  func `a file among the store's own is refused, and stays`(folder: String) throws {
    _ = try store.add([store.file(Self.header + Self.rows(3))])
    let text = Self.header + Self.rows(2, of: "Own")
    let file = store.path + "/" + folder + "/mine.csv"
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    let error = #expect(throws: ImportError.self) { try store.add([file]) }
    #expect(error?.description.contains("a file among those that the store itself") == true)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
    // Another store leaves it alone.
    #expect(try TestStore().add([file])[0].stored == 2)
  }

  /// Ways to change a file.
  enum Change: CaseIterable {
    case append, rewrite, cut, replace, remove

    func make(_ path: String) throws {
      let file = try FileHandle(forUpdating: URL(filePath: path))
      defer { try? file.close() }
      switch self {
      case .append:
        try file.seekToEnd()
        try file.write(contentsOf: Data(ChangingFileTests.rows(3, of: "Late").utf8))
      case .rewrite:
        let size = try file.seekToEnd()
        try file.seek(toOffset: size - 2)
        try file.write(contentsOf: Data("x\n".utf8))
      case .cut: try file.truncate(atOffset: 5_000)
      case .replace:
        var bytes = try Data(contentsOf: URL(filePath: path))
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: URL(filePath: path), options: .atomic)
      case .remove: try FileManager.default.removeItem(atPath: path)
      }
    }
  }

  private static let endings = ["csv", "quoted.csv", "ndjson", "json", "parquet"]
  private static let ways = [(threads: 1, keepsArchive: true), (2, true), (2, false)]

  /// The short form takes the ways to import in turn.
  @Test(arguments: Change.allCases, endings)
  func `a file that is changed while it is imported is refused, and the store stays`(
    change: Change, ending: String
  ) throws {
    let turn = Change.allCases.firstIndex(of: change)! + Self.endings.firstIndex(of: ending)!
    let way = Self.ways[turn % Self.ways.count]
    for (threads, keepsArchive) in LongForm.isWanted ? Self.ways : [way] {
      let store = TestStore()
      _ = try store.add(Self.header + "a,2023-01-01,1,Ann\n")
      let before = try Data(contentsOf: URL(filePath: store.path + "/MANIFEST"))
      let path = store.newPath(ending)
      try Self.write(ending, to: path, store)
      var job = ImportJob(
        store: store.path, mapping: try Mapping(yaml: Self.yaml, file: "test.yaml"),
        mappingText: Self.yaml, now: 1_775_001_600_000_000)
      job.threads = threads
      job.keepsArchive = keepsArchive
      job.partRows = 1_000
      let isMade = Mutex(false)
      // Changes the file after it was opened and examined.
      job.progress = { text in
        guard text.hasPrefix("parsing"), isMade.withLock({ !$0 }) else { return }
        isMade.withLock { $0 = true }
        // If the change fails, the import succeeds and the test fails.
        try? change.make(path)
      }
      let error = #expect(throws: ImportError.self, "\(threads), \(keepsArchive)") {
        try job.run([path])
      }
      let expected = "found a file that was changed while it was read; expected one that does"
      #expect(error.map { "\($0)".contains(expected) } ?? false, "\(String(describing: error))")
      #expect(try Data(contentsOf: URL(filePath: store.path + "/MANIFEST")) == before)
      #expect(try store.rows().count == 1)
      #expect(try Verification(store: store.path).damages.isEmpty)
      let left = try FileManager.default.contentsOfDirectory(atPath: store.path + "/archive")
      #expect(!left.contains { $0.hasPrefix("draft") })
    }
  }

  @Test func `a file that only gets other rights meanwhile is imported`() throws {
    let path = try store.file(Self.header + Self.rows(6_000))
    let yaml = Self.yaml
    var job = ImportJob(
      store: store.path, mapping: try Mapping(yaml: yaml, file: "test.yaml"), mappingText: yaml,
      now: 0)
    job.threads = 2
    job.progress = { _ in chmod(path, 0o600) }
    #expect(try job.run([path])[0].stored == 6_000)
    #expect(try Verification(store: store.path).damages.isEmpty)
  }

  @Test func `an explanation of a file that is cut meanwhile is an error`() async throws {
    let path = store.newPath("csv")
    for round in 0..<5 {
      try (Self.header + Self.rows(10_000)).write(toFile: path, atomically: false, encoding: .utf8)
      let cut = Task.detached {
        usleep(UInt32(2_000 * round * round))
        try Change.cut.make(path)
      }
      do throws(ImportError) {
        _ = try FileExplanation(file: path, threads: 2)
      } catch {
        #expect("\(error)".contains("changed while it was read"))
      }
      try await cut.value
    }
  }

  // MARK: - Implementation

  private static let yaml = Mapping.builtInText("railbird")!

  private static func write(_ ending: String, to path: String, _ store: TestStore) throws {
    let rows = rows(6_000)
    switch ending {
    case "csv": try (header + rows).write(toFile: path, atomically: false, encoding: .utf8)
    case "quoted.csv":
      try (header + rows.replacing("Horse 3", with: "\"Horse\" 3")).write(
        toFile: path, atomically: false, encoding: .utf8)
    case "parquet":
      let source = TestStore()
      _ = try source.add(header + rows)
      try ExportJob(try source.snapshot).write("runners", to: path, as: .parquet)
    default:
      let lines = rows.split(separator: "\n").map { line in
        let cells = line.split(separator: ",")
        return #"{"race_id":"\#(cells[0])","date":"\#(cells[1])","number":\#(cells[2]),"#
          + #""horse":"\#(cells[3])"}"#
      }
      let text =
        ending == "json"
        ? "[" + lines.joined(separator: ",\n") + "]\n" : lines.joined(separator: "\n") + "\n"
      try text.write(toFile: path, atomically: false, encoding: .utf8)
    }
  }
}
