import Columns
import Foundation
import SystemFiles
import TabularFiles

/// The raw archive's record of its files: an append-only list of notes beside them.
///
/// Each note has a key, and the newest note of a key counts. The store does not interpret the
/// notes; the code that archives files notes what it needs to read them again. Each line's checksum
/// also covers the previous line, so a changed, lost or moved line is always detected.
///
/// If you change the layout, also change `docs/schema.md`, §4.
public struct ArchiveLog: Sendable {
  /// The log's file, relative to the store.
  static let fileName = "archive/LOG"

  /// One line: a text noted under a key.
  public struct Note: Equatable, Sendable {
    /// The commit that wrote it.
    public var generation: Int
    /// The key, without spaces.
    public var key: String
    /// The text, without line breaks.
    public var text: String
  }

  /// All notes, oldest first.
  public private(set) var notes: [Note] = []
  /// The newest text of each key.
  public private(set) var newest: [String: String] = [:]
  /// The end of the file, with the checksum there.
  private(set) var end = End()

  /// The manifest's record of the log's length.
  struct End: Codable, Equatable, Sendable {
    var bytes = 0
    /// The checksum of the last line.
    var sha256 = String(repeating: "0", count: 64)
  }

  /// Makes a log without notes.
  init() {}

  /// Reads a store's log.
  ///
  /// If the store lost its manifest, the log is read to the last complete line, even if the commit
  /// that wrote it never finished: the files that it names were archived earlier.
  ///
  /// - Parameter store: The store's folder.
  /// - Throws: ``StoreError`` `.corrupt` for a damaged or missing line, `.notFound` if there is
  ///   neither a store nor a log.
  public init(store: String) throws(StoreError) {
    let manifest = try Manifest.readIfWhole(store: store)
    let hasLog = try OwnFile.isThere(store + "/" + Self.fileName)
    guard manifest != nil || hasLog else {
      throw try Manifest.loss(in: store) ?? .notFound(store: store)
    }
    if let manifest, manifest.log == nil {
      self.init()
    } else {
      try self.init(store: store, end: manifest?.log)
    }
  }

  /// Reads a log up to its recorded end, or up to the last complete line if there is none.
  init(store: String, end known: End?) throws(StoreError) {
    let path = store + "/" + Self.fileName
    try OwnFile.checkFolders(of: [Self.fileName], in: store)
    guard let data = try OwnFile.contents(of: path) else {
      throw .corrupt(file: path, found: "no file", expected: "the archive's log")
    }
    let last = data.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    var lines = Array(data.prefix(known?.bytes ?? last)).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // The rest after the last line break.
    if lines.last?.isEmpty == true { lines.removeLast() }
    for (index, line) in lines.enumerated() {
      guard let (note, sum) = Note.read(line, after: end) else {
        throw .corrupt(
          file: path, found: "line \(index + 1), changed since it was written",
          expected: "a line whose checksum follows from it and the line before")
      }
      append(note, sum, bytes: line.count + 1)
    }
    guard known == nil || (end == known && data.count >= end.bytes) else {
      throw .corrupt(
        file: path, found: "\(min(end.bytes, data.count)) bytes that end with \(end.sha256)",
        expected: "\(known!.bytes) bytes that end with \(known!.sha256)")
    }
  }

  /// Finds the newest commit in the complete lines after a recorded end.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - end: The recorded end.
  /// - Returns: The commit's number; nil if nothing follows the end.
  static func newestGeneration(in store: String, after end: End) -> Int? {
    let path = store + "/" + fileName
    guard (try? OwnFile.isThere(path)) == true, let size = try? DurableFile.size(of: path),
      size > end.bytes, let data = try? OwnFile.contents(of: path)
    else { return nil }
    var (end, newest): (End, Int?) = (end, nil)
    let lines = Array(data.dropFirst(end.bytes)).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // The last part is empty, or a line that was cut off.
    for line in lines.dropLast() {
      guard let (note, sum) = Note.read(line, after: end) else { break }
      newest = max(newest ?? 0, note.generation)
      end = End(bytes: end.bytes + line.count + 1, sha256: sum)
    }
    return newest
  }

  /// Finds signs that the log of a store without a manifest lacks its end, which the manifest
  /// stated.
  ///
  /// A command that was killed leaves the same signs.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - table: A table with a row for each number that a commit noted.
  ///   - column: The numbers, of the type `int32`.
  ///   - last: The last number in the log.
  /// - Returns: The signs, in words; empty if there is none.
  /// - Throws: ``StoreError`` `.corrupt` if the log is damaged, `.io` if the system refuses.
  public static func signsOfLostEnd(
    in store: String, table: String, column: String, last: Int
  ) throws(StoreError) -> [String] {
    guard try Manifest.readIfWhole(store: store) == nil else { return [] }
    let log = try ArchiveLog(store: store)
    var signs: [String] = []
    if try DurableFile.size(of: store + "/" + fileName) > log.end.bytes {
      signs.append("archive/LOG ends within a line")
    }
    let archived = try onDisk { () throws(SystemError) in
      try FileSystem.names(in: store + "/archive")
    }
    var named: Set<Substring> = []
    for note in log.notes {
      named.formUnion(note.text.split { !$0.isHexDigit }.filter { $0.utf8.count == 64 })
      named.insert(note.key.suffix(64))
    }
    let unnamed = archived?.count { Checksum.isOne($0) && !named.contains($0[...]) } ?? 0
    if unnamed > 0 {
      signs.append("archive/LOG does not name \(TextCount.text(unnamed, of: "archived file"))")
    }
    let found = try newest(column, of: table, in: store)
    if found > last {
      signs.append("the tables have \(table) up to \(found), archive/LOG up to \(last)")
    }
    return signs
  }

  /// Returns the highest number of a column in a table's files, which no manifest lists.
  private static func newest(
    _ column: String, of table: String, in store: String
  ) throws(StoreError) -> Int {
    let folder = "segments/" + table
    try OwnFile.checkFolders(of: [folder + "/x"], in: store)
    let names = try onDisk { () throws(SystemError) in
      try FileSystem.names(in: store + "/" + folder)
    }
    var newest: Int32 = 0
    for name in names ?? [] {
      let path = store + "/" + folder + "/" + name
      // Damaged files give no number.
      guard (try? OwnFile.isThere(path)) == true, let rows = try? ArrowFile.map(path),
        let column = rows[column], column.type == .int32
      else { continue }
      newest = max(newest, column.int32s.max() ?? 0)
    }
    return Int(newest)
  }

  /// Adds a note; returns its line.
  @discardableResult
  mutating func add(_ note: Note) -> String {
    let sum = note.sum(after: end)
    let line = "\(sum) \(note.payload)\n"
    append(note, sum, bytes: line.utf8.count)
    return line
  }

  private mutating func append(_ note: Note, _ sum: String, bytes: Int) {
    notes.append(note)
    newest[note.key] = note.text
    end = End(bytes: end.bytes + bytes, sha256: sum)
  }
}

extension ArchiveLog.Note {
  /// Reads a line and its checksum; nil if the checksum does not match it and the previous line.
  fileprivate static func read(_ line: ArraySlice<UInt8>, after end: ArchiveLog.End)
    -> (note: Self, sum: String)?
  {
    let parts = line.split(
      separator: UInt8(ascii: " "), maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    let sum = Self.sum(of: line[parts[1].startIndex...], after: end)
    let (generation, key, text) = (text(parts[1]), text(parts[2]), text(parts[3]))
    guard sum.utf8.elementsEqual(parts[0]), let generation = Int(generation), !text.isEmpty else {
      return nil
    }
    return (Self(generation: generation, key: key, text: text), sum)
  }

  /// The line after its checksum.
  fileprivate var payload: String { "\(generation) \(key) \(text)" }

  fileprivate func sum(after end: ArchiveLog.End) -> String {
    Self.sum(of: payload.utf8, after: end)
  }

  private static func sum(of payload: some Sequence<UInt8>, after end: ArchiveLog.End) -> String {
    Checksum.hex(of: Array(end.sha256.utf8) + [UInt8(ascii: " ")] + payload)
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
