import APICore
import BetableSDK
import ColumnStore
import Columns
import ExchangeStream
import Foundation
import Racing
import RacingImport
import RacingReports
import ReportSpecs
import SettledBets
import TabularFiles

/// A group of readers that take bytes from outside.
enum Target: String, CaseIterable {
  /// Conditions on runners and on rows.
  case filter
  /// Mappings, saved questions and angles.
  case yaml
  /// Odds, positions, distances, form, beaten lengths and days.
  case words
  /// JSON of API clients, and lines of the journal of bets.
  case json
  /// JSON of the importer: documents, lines, and an exchange's stream.
  case documents
  /// An undescribed CSV file: form, proposed mapping, trial.
  case table
  /// Aliases and files of bets.
  case lists
  /// gzip, zstd, bzip2, zip and tar.
  case packed
  /// Parquet and Arrow.
  case columns
  /// Whole answers of a server, read by the transport.
  case answers
  /// Bodies of answers, read by the five clients.
  case bodies
  /// The journals and notes of a fetch that is continued.
  case journals
  /// A store's manifest, whose checksum is right, and its archive's log.
  case manifest

  /// Reads an input; an error is an answer, a crash is a fault.
  func run(_ bytes: UnsafeBufferPointer<UInt8>) {
    switch self {
    case .filter: Self.filter(Self.text(bytes))
    case .yaml: Self.yaml(bytes)
    case .words: Self.words(bytes)
    case .json: Self.json(Data(bytes))
    case .documents: Self.documents(bytes)
    case .table: _ = try? FileExplanation(file: Self.file(bytes, "table.csv"))
    case .lists:
      _ = try? NameAliases(contentsOf: Self.file(bytes, "aliases.csv"))
      _ = try? BetFile(Self.file(bytes, "bets.csv"))
    case .packed: Self.packed(bytes)
    case .columns: Self.columns(bytes)
    case .answers: Services.answer(bytes)
    case .bodies: Services.body(bytes)
    case .journals: Services.journal(bytes, in: Self.folder)
    case .manifest: Self.manifest(bytes)
    }
  }

  // MARK: - Implementation

  private static func text(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  private static func filter(_ text: String) {
    _ = try? Filter(text)
    _ = try? RowFilter(text)
  }

  /// The first byte chooses the language.
  private static func yaml(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let first = bytes.first else { return }
    let text = text(bytes.dropFirst())
    switch first % 3 {
    case 0: _ = try? Mapping(yaml: text, file: "fuzz.yaml")
    case 1: _ = try? ReportSpec(yaml: text, file: "fuzz.yaml")
    default: _ = try? AngleFile(yaml: text, file: "fuzz.yaml")
    }
  }

  /// The first line is a pattern of days, the rest the word.
  private static func words(_ bytes: UnsafeBufferPointer<UInt8>) {
    let lines = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
    let word = text(lines.last ?? bytes[...])
    for notation in OddsNotation.allCases { _ = try? Odds.parse(word, notation, stake: 3) }
    for unit in DistanceUnit.allCases { _ = Distance.parse(word, unit: unit) }
    _ = Distance.parse(word, unit: nil)
    _ = try? FractionalOdds.parse(word)
    _ = Finish.parse(word)
    _ = FormLine.parse(word)
    _ = BeatenLengths.parse(word)
    if lines.count == 2 { _ = DatePattern(text(lines[0]))?.read(word) }
  }

  private static func json(_ data: Data) {
    if let value = try? JSONValue(parsing: data) { _ = value.text }
    _ = try? BetEvent(line: data)
  }

  private static func documents(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let first = bytes.first else { return }
    let content = Array(bytes.dropFirst())
    var form = TextForm()
    if first % 3 == 2 { form.lines = .markets(["7/WIN"]) }
    let name = ["a.json", "a.ndjson", "a.ndjson"][Int(first % 3)]
    guard let file = try? SourceFile(path: Self.file(content, name), form: form) else { return }
    for path in ((try? file.rowPaths()) ?? []).prefix(3) {
      guard let names = try? file.columnNames(rows: path.path) else { continue }
      _ = try? file.read(columns: names, rows: path.path, threads: 1)
    }
  }

  /// The first byte chooses the ending.
  private static func packed(_ bytes: UnsafeBufferPointer<UInt8>) {
    let names = [
      "a.csv.gz", "a.csv.zst", "a.csv.bz2", "a.ndjson.zst", "a.zip", "a.tar", "a.tar.gz",
    ]
    guard let first = bytes.first else { return }
    let name = names[Int(first) % names.count]
    let path = file(bytes.dropFirst(), name)
    guard MemberArchive.isName(name) else {
      if let source = try? SourceFile(path: path) { _ = try? source.columnNames(rows: .document) }
      return
    }
    guard let archive = try? MemberArchive(path: path) else { return }
    for member in archive.members.prefix(3) { _ = try? member.content(of: name) }
  }

  private static func columns(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let first = bytes.first else { return }
    let path = file(bytes.dropFirst(), first % 2 == 0 ? "a.parquet" : "a.arrow")
    guard first % 2 == 0 else {
      _ = try? ArrowFile.map(path)
      return
    }
    guard let source = try? SourceFile(path: path), let names = try? source.columnNames() else {
      return
    }
    _ = try? source.read(columns: names, threads: 1)
  }

  private static func manifest(_ bytes: UnsafeBufferPointer<UInt8>) {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let body = Data(parts[0])
    let header = "railbird-store 2 \(Checksum.hex(of: body))\n"
    _ = file(Data(header.utf8) + body, "store/MANIFEST")
    _ = file(parts.count > 1 ? Data(parts[1]) : Data(), "store/archive/LOG")
    let store = folder + "/store"
    if let snapshot = try? Snapshot(store: store) {
      for table in ["races", "runners", "rejects", "imports"] {
        _ = try? snapshot.checkedSegments(of: table)
      }
    }
    _ = try? Verification(store: store)
    _ = try? ArchiveLog(store: store)
  }

  // MARK: - Files

  /// A folder of this process's own, in memory where there is such a file system.
  private static let folder: String = {
    let base = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : "/tmp"
    let folder = "\(base)/railbird-fuzz-\(getpid())"
    for part in ["", "/store", "/store/archive"] { mkdir(folder + part, 0o700) }
    atexit { try? FileManager.default.removeItem(atPath: Target.folder) }
    return folder
  }()

  /// Writes a file, and returns its path.
  private static func file(_ bytes: some Collection<UInt8>, _ name: String) -> String {
    let path = folder + "/" + name
    try? Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }
}
