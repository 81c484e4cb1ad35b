import Columns
import Foundation
import SystemFiles

/// The store's only mutable file: the list of segments and dictionary parts of the current state.
struct Manifest: Codable, Equatable {
  /// The format that this version writes.
  static let format = 3
  /// The formats that it reads: in the first, files have a SHA-256 and runners their races' keys;
  /// the second lacks the outcome `lost`.
  static let readable = 1...3
  static let fileName = "MANIFEST"

  /// One file of a table: its rows in one month.
  struct SegmentEntry: Codable, Equatable, SummedFile {
    var table: String
    var month: Month
    var file: String
    var rows: Int
    var bytes = 0
    var xxh128: String?
    var sha256: String?
    /// The checksums of its parts; absent in files of older versions.
    var sums: String?
  }

  /// One file of a dictionary: the names with codes from `first` on.
  struct DictionaryPart: Codable, Equatable, SummedFile {
    var file: String
    var first: Int
    var count: Int
    var bytes = 0
    var xxh128: String?
    var sha256: String?
  }

  /// One content-addressed file of the raw archive.
  struct ArchiveEntry: Codable, Equatable {
    var sha256: String
    var bytes: Int
  }

  var generation = 0
  var segments: [SegmentEntry] = []
  var dictionaries: [String: [DictionaryPart]] = [:]
  var archive: [ArchiveEntry] = []
  /// The store's file of aliases; nil if there is none, or its checksum was not recorded.
  var aliases: ArchiveEntry?
  /// The store's ledger of angles, up to its last known line; nil if there is none, or its checksum
  /// was not recorded.
  var angles: ArchiveEntry?
  /// The end of the archive's log; nil in older stores, which have no log.
  var log: ArchiveLog.End?

  /// All files of the state, relative to the store.
  var files: Set<String> {
    Set(segments.map(\.file) + dictionaries.values.joined().map(\.file))
  }
}

extension Manifest {
  /// Reads a store's manifest: a line with format and checksum, then JSON.
  static func read(store: String) throws(StoreError) -> Manifest {
    let path = store + "/" + fileName
    guard let data = try OwnFile.contents(of: path) else {
      let loss = try loss(in: store)
      // A first commit may have ended meanwhile.
      if loss != nil, try OwnFile.isThere(path) { return try read(store: store) }
      throw loss ?? .notFound(store: store)
    }
    guard let lineEnd = data.firstIndex(of: UInt8(ascii: "\n")) else {
      throw .corrupt(file: path, found: "no header line", expected: "railbird-store …")
    }
    let header = String(decoding: data[..<lineEnd], as: UTF8.self).split(separator: " ")
    let body = data[data.index(after: lineEnd)...]
    guard header.count == 3, header[0] == "railbird-store", let version = Int(header[1]) else {
      throw .corrupt(file: path, found: "an unknown header line", expected: "railbird-store …")
    }
    guard readable.contains(version) else {
      throw .unknownFormat(store: store, found: version, expected: format)
    }
    let sum = Checksum.hex(of: body)
    guard sum == header[2] else {
      throw .corrupt(file: path, found: "SHA-256 \(sum)", expected: String(header[2]))
    }
    let manifest: Manifest
    do {
      manifest = try JSONDecoder().decode(Manifest.self, from: body)
    } catch {
      throw .corrupt(file: path, found: "\(error)", expected: "a manifest of format \(version)")
    }
    if let flaw = manifest.flaw(format: version) {
      throw .corrupt(file: path, found: flaw, expected: "a manifest of format \(version)")
    }
    return manifest
  }

  /// Reads a store's manifest, and refuses an old copy of it.
  ///
  /// A writer would take the archived files of later commits for leftovers, and remove them.
  /// Readers may use an older state, such as a copy with hard links, whose log continues to grow.
  static func readNewest(store: String) throws(StoreError) -> Manifest {
    while true {
      let manifest = try read(store: store)
      // A commit writes the log before the manifest.
      guard
        let later = ArchiveLog.newestGeneration(in: store, after: manifest.log ?? .init()),
        later > manifest.generation + 1
      else { return manifest }
      guard try read(store: store).generation == manifest.generation else { continue }
      throw .corrupt(
        file: store + "/" + fileName,
        found: "commit \(manifest.generation), beside \(ArchiveLog.fileName) up to commit \(later)",
        expected: "the newest list of the store's files, no copy of an older one; `railbird repair "
          + "--store \(store)` rebuilds it from the archive")
    }
  }

  /// Finds out whether files without a manifest are the rest of a store that lost it.
  ///
  /// - Parameter store: The store's folder, without a manifest.
  /// - Returns: The error to report; nil if there is no store, or only an interrupted first commit.
  /// - Throws: ``StoreError`` if the system refuses.
  static func loss(in store: String) throws(StoreError) -> StoreError? {
    let hasLock = try OwnFile.isThere(store + "/" + StoreLock.fileName)
    let hasLog = try OwnFile.isThere(store + "/" + ArchiveLog.fileName)
    guard hasLock || hasLog else { return nil }
    if hasLock {
      switch try StoreLock.firstCommit(of: store) {
      case .begun: return nil
      case .renaming:
        // Without the manifest's draft, the manifest was in place.
        if try OwnFile.isThere(store + "/" + fileName + DurableFile.draftEnding) { return nil }
      case nil: break
      }
    }
    for folder in OwnFile.folders {
      let isThere = try onDisk { () throws(SystemError) in
        try FileSystem.exists(store + "/" + folder)
      }
      guard isThere else { continue }
      return .corrupt(
        file: store + "/" + fileName, found: "none beside the folder \(folder)",
        expected: "the manifest of the store that these files belong to; `railbird repair --store "
          + "\(store)` rebuilds it from the archive")
    }
    return nil
  }

  /// Reads a store's manifest, unless it is missing or damaged.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - isOfAnyAge: Whether an old copy is acceptable.
  /// - Returns: The manifest; nil if there is none, or it is not acceptable.
  /// - Throws: ``StoreError`` `.unknownFormat`, or `.io` if it exists and cannot be read.
  static func readIfWhole(store: String, isOfAnyAge: Bool = false) throws(StoreError) -> Manifest? {
    do {
      return try isOfAnyAge ? read(store: store) : readNewest(store: store)
    } catch {
      switch error {
      case .unknownFormat, .io: throw error
      default: return nil
      }
    }
  }

  /// Replaces a store's manifest by atomic rename; afterwards the state is on disk.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - ready: Called when the manifest's draft is complete, before it gets its name.
  /// - Throws: ``StoreError`` `.io` if the old manifest remains; `.stored` if the new one is in
  ///   place but a power failure might lose it.
  func write(store: String, ready: () throws(StoreError) -> Void) throws(StoreError) {
    let path = store + "/" + Self.fileName
    let body = JSONText.encoded(self)
    let header = "railbird-store \(Self.format) \(Checksum.hex(of: body))\n"
    try DurableFile.exchange(path, with: Data(header.utf8) + body, ready: ready)
    do { try DurableFile.sync(store) } catch { throw error.afterCommit }
  }
}
