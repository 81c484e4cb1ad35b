import ColumnStore
import Columns
import Foundation
import Mappings
import RacingExport
import StoreImport
import TabularFiles
import TestSupport
import Testing

/// A store in a temporary folder, with the files that were imported into it.
final class TestStore {
  struct Rejected: Equatable {
    var line: Int64
    var reason: String
    var detail: String
    var raw: String
  }

  let folder: String
  private var fileCount = 0
  /// The aliases of names; nil for those in the store's folder.
  var aliases: NameAliases?

  var path: String { folder + "/store" }

  /// The railbird layout for files of any columns, so that a test can omit results.
  private static let looseMapping = Mapping.builtInText("railbird")!

  init() {
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    // A folder that cannot be made fails the first write, with a better message.
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Writes a file of the given bytes, under a new name.
  func file(_ text: String, ending: String = "csv") throws -> String {
    try file(Array(text.utf8), ending: ending)
  }

  func file(_ bytes: [UInt8], ending: String = "csv") throws -> String {
    let path = newPath(ending)
    try Data(bytes).write(to: URL(filePath: path))
    return path
  }

  func newPath(_ ending: String) -> String {
    fileCount += 1
    return folder + "/file\(fileCount)." + ending
  }

  /// Runs a command of the shell in the folder.
  func shell(_ command: String) throws {
    let result = try RailbirdProcess.run(program: "sh", ["-c", "cd '\(folder)' && \(command)"])
    try #require(result.exitCode == 0, "\(result.stderr)")
  }

  /// Imports files by a built-in mapping, the loose one or a YAML text.
  func add(
    _ files: [String], format: String = "loose", yaml: String? = nil, keepsArchive: Bool = true,
    threads: Int = 2
  ) throws(ImportError) -> [ImportedFile] {
    let text = yaml ?? (format == "loose" ? Self.looseMapping : Mapping.builtInText(format)!)
    let mapping = try Mapping(yaml: text, file: "test.yaml")
    var job = ImportJob(
      store: path, mapping: mapping, mappingText: text, now: 1_775_001_600_000_000)
    job.threads = threads
    job.aliases = aliases
    job.keepsArchive = keepsArchive
    return try job.run(files)
  }

  /// Imports one text.
  @discardableResult
  func add(_ text: String, format: String = "loose", yaml: String? = nil) throws -> ImportedFile {
    try add([file(text)], format: format, yaml: yaml)[0]
  }

  var snapshot: Snapshot { get throws { try Snapshot(store: path) } }

  /// Returns a table as `railbird export --to csv` writes it.
  func exported(_ table: String = "runners") throws -> String {
    let out = newPath("csv")
    try ExportJob(try snapshot).write(table, to: out, as: .csv)
    return try String(contentsOfFile: out, encoding: .utf8)
  }

  /// Exported rows by column name; absent values are empty.
  func rows(_ table: String = "runners") throws -> [[String: String]] {
    var records = CSVRecords(Buffer(Array(try exported(table).utf8)))
    guard let header = records.next() else { return [] }
    let names = records.fields(header)
    return records.map { record in
      Dictionary(uniqueKeysWithValues: zip(names, records.fields(record)))
    }
  }

  /// Returns one column of the exported runners.
  func values(_ column: String) throws -> [String] { try rows().map { $0[column]! } }

  func rejects() throws -> [Rejected] {
    try snapshot.segments(of: "rejects").flatMap { segment in
      let rows = segment.rows
      return (0..<rows.rowCount).map { row in
        Rejected(
          line: rows["line"]!.int64s[row], reason: rows["reason"]!.texts[row],
          detail: rows["detail"]!.texts[row], raw: rows["raw"]!.texts[row])
      }
    }
  }
}

extension ImportedFile {
  /// Rows read, stored, duplicates, rejected.
  var counts: [Int] { [rowsRead, stored, duplicates, rejected] }
}

/// Returns a mapping of one table whose fields a test gives as YAML lines.
func mapping(key: String = "[number, horse]", _ fields: String...) -> String {
  let lines = ["race_id: {column: race_id}", "date: {column: date}"] + fields
  return """
    name: test
    description: A test's layout
    tables:
      results:
        feeds: runners
        recognised_by: [race_id]
        key: \(key)
        fields:
    \(lines.map { "      " + $0 }.joined(separator: "\n"))
    """
}
