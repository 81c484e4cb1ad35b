import ColumnStore
import Columns
import Foundation
import ImportHistory
import StoreImport
import StoreSupport
import TabularFiles
import TestSupport
import Testing

@testable import RacingExport

/// A dataset follows its store, and rewrites nothing that did not change.
struct DatasetTests {
  private let folder: TemporaryFolder
  private var store: String { folder.file("store") }
  private var lake: String { folder.file("lake") }

  init() throws {
    folder = try TemporaryFolder()
    for month in 1...3 { try add(month: month) }
  }

  private static let header = "race_id,date,number,horse,jockey,position,sp,course,country\n"

  /// Imports a race of two runners in a month of 2024.
  private func add(month: Int, race: Int = 1, jockey: String = "Ann Bee", more: String = "") throws
  {
    let day = "2024-0\(month)-0\(race)"
    let rows = (1...2).map {
      "\(day)-\(race),\(day),\($0),Horse \(month) \(race) \($0),\(jockey),\($0),\($0 + 1).5,Ayr,GB\n"
    }
    try StoreFixture.add(csv: Self.header + rows.joined(), to: store)
  }

  @discardableResult
  private func export(keepsReplaced: Bool = false) throws -> [DatasetJob.Change] {
    let snapshot = try Snapshot(store: store)
    let job = ExportJob(snapshot)
    return try DatasetJob(snapshot, tables: job.tableNames.map(job.datasetTable))
      .write(to: DatasetFolder(lake, .store, keepsReplaced: keepsReplaced))
  }

  private var manifest: DatasetManifest { get throws { try #require(try .read(in: lake)) } }

  /// The identity of each file, which a new file of the same name does not share.
  private func identities(_ table: String = "") -> [String: String] {
    var found: [String: String] = [:]
    for name in files(below: lake) where name.hasPrefix(table) && name.hasSuffix(".parquet") {
      let known = try? FileManager.default.attributesOfItem(atPath: lake + "/" + name)
      let written = known?[.modificationDate] as? Date
      found[name] = "\(known?[.systemFileNumber] ?? 0) \(written?.timeIntervalSince1970 ?? 0)"
    }
    return found
  }

  private func change(_ table: String, in changes: [DatasetJob.Change]) throws -> DatasetJob.Change
  {
    try #require(changes.first { $0.table == table })
  }

  @Test func `nothing is written again of a store that did not change`() throws {
    let first = try export()
    #expect(try change("runners", in: first).written == ["2024-01", "2024-02", "2024-03"])
    let before = identities()
    let manifestBefore = try manifest
    let second = try export()
    #expect(second.allSatisfy { $0.written.isEmpty && $0.removed.isEmpty })
    #expect(try change("runners", in: second).kept == ["2024-01", "2024-02", "2024-03"])
    #expect(identities() == before && !before.isEmpty)
    #expect(try manifest == manifestBefore)
  }

  @Test func `a manifest that names anything outside its folder is refused`() throws {
    try export()
    let text = try String(contentsOfFile: lake + "/manifest.json", encoding: .utf8)
    let known = try manifest
    let changes: [(String, (inout DatasetManifest) -> Void)] = [
      ("../others", { $0.tables["../others"] = $0.tables["runners"] }),
      ("..", { $0.tables[".."] = $0.tables["runners"] }),
      ("2024-1", { $0.tables["runners"]!.months[0].month = "2024-1" }),
      ("2024-01/../x", { $0.tables["runners"]!.months[0].month = "2024-01/../x" }),
      ("/etc/hosts", { $0.tables["runners"]!.months[0].files[0].path = "/etc/hosts" }),
      (
        "runners/month=2024-01/part-/../../x",
        { $0.tables["runners"]!.months[0].files[0].path = "runners/month=2024-01/part-/../../x" }
      ),
    ]
    for (name, change) in changes {
      var crafted = known
      change(&crafted)
      // With the checksum that belongs to it.
      try crafted.text().write(to: URL(filePath: lake + "/manifest.json"))
      let error = #expect(throws: FileError.self) { try DatasetManifest.read(in: lake) }
      #expect(error?.description.contains("found the name \(name); expected") == true)
      #expect(throws: (any Error).self) { try export() }
    }
    try text.write(toFile: lake + "/manifest.json", atomically: true, encoding: .utf8)
    #expect(try manifest == known)
  }

  @Test func `an append and an undo write the months that they change alone`() throws {
    try export()
    let first = identities("runners")
    try add(month: 2, race: 2)
    #expect(try change("runners", in: export()).written == ["2024-02"])
    let second = identities("runners")
    let changed = Set(first.values).symmetricDifference(second.values)
    #expect(changed.count == 2 && second.count == 3)
    #expect(try manifest.tables["runners"]?.months.map(\.rows) == [2, 4, 2])
    let imports = try ImportLedger(Snapshot(store: store)).standing
    _ = try UndoJob(store: store, importID: try #require(imports.last).id, now: 1).run()
    #expect(try change("runners", in: export()).written == ["2024-02"])
    #expect(try manifest.tables["runners"]?.months.map(\.rows) == [2, 2, 2])
    // The month is as at first, and so is its file's name.
    #expect(Set(identities("runners").keys) == Set(first.keys))
    for number in imports.dropLast().map(\.id) {
      _ = try UndoJob(store: store, importID: number, now: 1).run()
    }
    let gone = try change("runners", in: export())
    #expect(gone.removed == ["2024-01", "2024-02", "2024-03"] && gone.written.isEmpty)
    #expect(identities("runners").isEmpty)
    #expect(!FileManager.default.fileExists(atPath: lake + "/runners"))
  }

  @Test func `replaced files stay for one run where that is asked for`() throws {
    try export()
    let first = try manifest
    func areThere(_ manifest: DatasetManifest) -> Bool {
      manifest.files.allSatisfy { FileManager.default.fileExists(atPath: lake + "/" + $0.path) }
    }
    try add(month: 2, race: 2)
    try export(keepsReplaced: true)
    let second = try manifest
    #expect(areThere(first) && areThere(second) && first.files != second.files)
    try add(month: 2, race: 3)
    try export(keepsReplaced: true)
    #expect(!areThere(first) && areThere(second))
    try export()
    #expect(
      Set(files(below: lake).filter { $0.hasSuffix(".parquet") })
        == Set(try manifest.files.map(\.path)))
  }

  @Test func `aliases change no plain table`() throws {
    try export()
    let before = identities("runners")
    try add(month: 1, race: 3, jockey: "A Bee")
    let text = "role,spelling,name\njockey,A Bee,Ann Bee\n"
    let path = try folder.write(text, to: "aliases.csv")
    let other = try RailbirdProcess.run(["aliases", "--store", store, "--set", path])
    #expect(other.exitCode == 0, "\(other.stderr)")
    #expect(try change("runners", in: export()).written == ["2024-01"])
    #expect(Set(identities("runners").values).intersection(before.values).count == 2)
  }

  @Test func `an export of one file has the names of aliases where it is given some`() throws {
    try add(month: 1, race: 3, jockey: "A Bee")
    let aliases = try NameAliases([(role: "jockey", spelling: "A Bee", name: "Ann Bee")])
    let snapshot = try Snapshot(store: store)
    func jockeys(_ job: ExportJob) throws -> Set<String?> {
      Set(try job.months(of: "runners").flatMap { $0["jockey"]!.cells })
    }
    #expect(try jockeys(ExportJob(snapshot)) == ["Ann Bee", "A Bee"])
    #expect(try jockeys(ExportJob(snapshot, aliases: aliases)) == ["Ann Bee"])
  }

  @Test func `every file of a table has the same columns`() throws {
    // Only the last month has these.
    let rows = "x,2024-04-01,1,Z,1,2.5,71.2,12.5\n"
    try StoreFixture.add(
      csv: "race_id,date,number,horse,position,sp,finish_time_s,bsp\n"
        + rows, to: store)
    try export()
    let entry = try #require(try manifest.tables["runners"])
    for file in entry.months.flatMap(\.files) {
      let names = try SourceFile(path: lake + "/" + file.path).columnNames()
      #expect(names == entry.fields.map(\.name))
    }
    #expect(entry.fields.contains { $0.name == "finish_time_s" && $0.type == "double" })
    // A first value in a column changes no other month's files.
    let before = identities("runners")
    try StoreFixture.add(
      csv: "race_id,date,number,horse,position,sp,headgear\ny,2024-05-01,1,Y,1,2.5,b\n", to: store)
    #expect(try change("runners", in: export()).written == ["2024-05"])
    #expect(before.allSatisfy { identities("runners")[$0.key] == $0.value })
  }

  @Test func `rows are those of the export, and the manifest states them`() throws {
    try export()
    let job = ExportJob(try Snapshot(store: store))
    for table in ["runners", "races", "prices"] {
      let entry = try #require(try manifest.tables[table])
      var rows = 0
      for (part, month) in zip(entry.months, try job.months(of: table)) {
        let paths = part.files.map { lake + "/" + $0.path }
        let read = try paths.flatMap { path in
          try SourceFile(path: path).read(columns: month.fields.map(\.name), threads: 1).tables
        }
        let found = read.isEmpty ? nil : Table.concatenated(read)
        #expect(found?.rowCount ?? 0 == month.rowCount && part.rows == month.rowCount)
        for (name, column) in zip(month.fields.map(\.name), month.columns) where month.rowCount > 0
        {
          #expect(found?[name]?.cells == column.cells, "\(name)")
        }
        rows += month.rowCount
      }
      #expect(entry.rowCount == rows)
      for file in entry.months.flatMap(\.files) {
        let sum = try FileSum(ofFile: lake + "/" + file.path)
        #expect(sum.hex == file.xxh128 && sum.bytes == file.bytes)
      }
    }
  }

  @Test func `months are written anew where a column is described otherwise`() throws {
    let snapshot = try Snapshot(store: store)
    for (text, written) in [(nil, 3), (nil, 0), ("a", 3), ("a", 0), ("b", 3)] as [(String?, Int)] {
      var table = ExportJob(snapshot).datasetTable("runners")
      let fields = table.fields
      table.dictionary = text.map { text in
        let meaning = ColumnMeaning(text, source: "runners")
        return DataDictionary(fields.map { .init($0, meaning, .input) })
      }
      let changes = try DatasetJob(snapshot, tables: [table]).write(to: DatasetFolder(lake, .store))
      #expect(try change("runners", in: changes).written.count == written)
    }
  }

  @Test func `a month larger than a file has several`() throws {
    let field = Field("number", .int64)
    let rows = 3 * MonthFiles.groupRows - 5
    let numbers = Table(
      fields: [field], columns: [Column(.int64, .int64(Buffer((0..<rows).map(Int64.init))))],
      rowCount: rows)
    let snapshot = try Snapshot(store: store)
    let table = DatasetTable(
      "numbers", fields: [field],
      parts: [.init(Month(202401), sources: ["a"]) { () throws(FileError) in numbers }])
    let job = DatasetJob(snapshot, tables: [table])
    _ = try job.write(to: DatasetFolder(lake, .store, fileBytes: 1))
    let found = try #require(try manifest.tables["numbers"]?.months.first?.files)
    #expect(
      found.map(\.rows) == [MonthFiles.groupRows, MonthFiles.groupRows, MonthFiles.groupRows - 5])
    #expect(found.enumerated().allSatisfy { $1.path.contains("/part-000\($0)-") })
    var next: Int64 = 0
    for file in found {
      for part in try SourceFile(path: lake + "/" + file.path).read(columns: ["number"], threads: 1)
        .tables
      {
        for value in part.columns[0].int64s {
          if value != next { Issue.record("found \(value) for \(next)") }
          next += 1
        }
      }
    }
    #expect(next == Int64(rows))
  }

  @Test func `a rebuilt store with other codes is written again, and the same files stay`() throws {
    try export()
    let before = identities("runners")
    // The same segments with other names behind the codes must not pass for the old rows.
    let text = try String(contentsOfFile: lake + "/manifest.json", encoding: .utf8)
    #expect(text.split(separator: "\n").count == 1, "one line of JSON, for readers of lines")
    var other = try manifest
    let place = try #require(other.names.firstIndex { $0.name == "jockey" })
    other.names[place].sha256 = String(repeating: "0", count: 64)
    let folder = try DatasetFolder(lake, .store)
    try folder.publish(other)
    let changes = try DatasetJob(
      Snapshot(store: store),
      tables: ["runners"].map(ExportJob(Snapshot(store: store)).datasetTable)
    ).changes(from: try manifest, in: lake)
    #expect(try change("runners", in: changes).written.count == 3)
    _ = folder
    #expect(identities("runners") == before)
  }

  @Test func `a file that is missing or cut is written again`() throws {
    try export()
    let path = try #require(try manifest.tables["runners"]?.months[1].files.first?.path)
    try FileManager.default.removeItem(atPath: lake + "/" + path)
    #expect(try change("runners", in: export()).written == ["2024-02"])
    try rewrite(lake + "/" + path) { $0.removeLast() }
    #expect(try change("runners", in: export()).written == ["2024-02"])
    let sum = try FileSum(ofFile: lake + "/" + path)
    #expect(path.hasSuffix("-\(sum.hex).parquet"))
  }

  @Test func `another folder is refused, and so is a damaged manifest`() throws {
    let other = folder.file("other")
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
    try "x".write(toFile: other + "/notes.txt", atomically: true, encoding: .utf8)
    #expect(
      throws: FileError.malformed(
        file: other, found: "no manifest.json, but notes.txt",
        expected: "a dataset that `railbird` wrote, or an empty folder")
    ) { try DatasetFolder(other, .store) }
    #expect(throws: FileError.cannotWrite(file: store, reason: "it is in the store \(store)")) {
      try DatasetFolder(store, .store)
    }
    try export()
    #expect(throws: FileError.self) { try DatasetFolder(lake, .ticks) }
    try rewrite(lake + "/manifest.json") { text in
      text = Data(String(decoding: text, as: UTF8.self).replacing("2024-01", with: "2024-07").utf8)
    }
    let error = #expect(throws: FileError.self) { try DatasetFolder(lake, .store) }
    #expect("\(error!)".hasPrefix("\(lake)/manifest.json: found SHA-256 "), "\(error!)")
  }

  @Test(arguments: [
    "races", "races/month=2024-02", "runners/month=2024-05", "races/month=2024-01/.part-0000",
  ])
  func `a link in a dataset is refused, and nothing is written or removed through it`(place: String)
    throws
  {
    try export()
    let other = folder.file("other")
    let path = lake + "/" + place
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
    try "mine".write(toFile: other + "/part-0000-mine.parquet", atomically: true, encoding: .utf8)
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: other)
    try add(month: 2, race: 2)
    try add(month: 5)
    #expect(
      throws: FileError.malformed(file: path, found: "a link", expected: "a dataset without links")
    ) { try export() }
    #expect(files(below: other) == ["part-0000-mine.parquet"])
  }

  @Test func `the dataset of another store is refused`() throws {
    try export()
    let before = try manifest
    let other = folder.file("other-store")
    try StoreFixture.add(
      csv: Self.header + "x,2023-05-01,1,Elsewhere,Cy Dee,1,2.5,Ayr,GB\n", to: other)
    let snapshot = try Snapshot(store: other)
    let job = DatasetJob(
      snapshot, tables: ExportJob(snapshot).tableNames.map(ExportJob(snapshot).datasetTable))
    let error = FileError.malformed(
      file: lake, found: "the dataset of another store, with other horses and months",
      expected: "a dataset of \(other), or an empty folder")
    #expect(throws: error) { try job.changes(from: before, in: lake) }
    #expect(throws: error) { try job.write(to: DatasetFolder(lake, .store)) }
    #expect(try manifest == before)
  }

  @Test func `a failed run leaves no draft, and no dataset that it began`() throws {
    let field = Field("number", .int64)
    let one = Table(
      fields: [field], columns: [Column(int64s: [1])], rowCount: 1)
    let damage = FileError.empty(file: "damaged")
    let table = DatasetTable(
      "numbers", fields: [field],
      parts: [
        .init(Month(202_401), sources: ["a"]) { () throws(FileError) in one },
        .init(Month(202_402), sources: ["b"]) { () throws(FileError) in throw damage },
      ])
    let job = DatasetJob(try Snapshot(store: store), tables: [table])
    #expect(throws: damage) { try job.write(to: DatasetFolder(lake, .store)) }
    #expect(files(below: lake).isEmpty)
    try export()
    let before = files(below: lake)
    #expect(throws: damage) { try job.write(to: DatasetFolder(lake, .store)) }
    #expect(files(below: lake) == before)
  }

  @Test func `months without rows count for nothing`() throws {
    let changes = try export()
    #expect(try change("prices", in: changes).written.isEmpty)
    #expect(try change("prices", in: changes).rows == 0)
    #expect(try change("prices", in: export()).kept.isEmpty)
  }

  @Test func `damage is told of its own store alone`() throws {
    let file = try #require(files(below: store).first { $0.hasPrefix("segments/runners/2024-02") })
    let path = store + "/" + file
    var bytes = try #require(FileManager.default.contents(atPath: path))
    let whole = bytes
    // A starting price of 2.5, in millionths.
    let price = withUnsafeBytes(of: Int32(2_500_000).littleEndian) { Data($0) }
    bytes[try #require(bytes.range(of: price)).lowerBound] ^= 1
    try bytes.write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: FileError.self) { try export() }
    #expect("\(try #require(error))".contains(file))
    #expect(try DatasetManifest.read(in: lake) == nil)
    // Another state of the same process knows nothing of it.
    try whole.write(to: URL(fileURLWithPath: path))
    #expect(try change("runners", in: export()).written.count == 3)
  }

  @Test func `two writers do not mix`() throws {
    let first = try DatasetFolder(lake, .store)
    #expect(
      throws: FileError.cannotWrite(
        file: lake, reason: "another process is changing the dataset")
    ) { try DatasetFolder(lake, .store) }
    withExtendedLifetime(first) {}
  }
}
