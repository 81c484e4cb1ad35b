import Columns
import Foundation
import SystemFiles
import TabularFiles

/// Checks every file of a store against the manifest's checksums.
public struct Verification: Sendable {
  /// The number of files read.
  public let fileCount: Int
  /// The number of bytes read.
  public let byteCount: Int
  /// The damages; empty for an intact store.
  public let damages: [Damage]
  /// Whether there are aliases without a recorded checksum: made by hand, or by an older version.
  public let hasUnnotedAliases: Bool

  /// Reads the whole store.
  ///
  /// A writer may commit in the meantime, and files of the state being read may disappear. A
  /// missing or damaged file counts only if it belongs to the latest state; otherwise that state is
  /// read too.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - progress: Called after each file with the number done and the total.
  /// - Throws: ``StoreError`` if there is no store or its manifest is damaged.
  public init(store: String, progress: (Int, Int) -> Void = { _, _ in }) throws(StoreError) {
    var manifest = try Manifest.readNewest(store: store)
    var known: [ExpectedFile: Int] = [:]
    while true {
      let pass = Self.pass(store, manifest, &known, progress)
      let newest = pass.damages.isEmpty ? manifest : try Manifest.readNewest(store: store)
      if newest.generation == manifest.generation {
        (fileCount, byteCount, damages) = pass
        let aliases = store + "/" + NameAliases.fileName
        let hasAliases = try onDisk { () throws(SystemError) in try FileSystem.exists(aliases) }
        hasUnnotedAliases = manifest.aliases == nil && hasAliases
        return
      }
      manifest = newest
    }
  }

  // MARK: - Implementation

  /// Reads a state's files except those already known to be intact.
  private static func pass(
    _ store: String, _ manifest: Manifest, _ known: inout [ExpectedFile: Int],
    _ progress: (Int, Int) -> Void
  ) -> (files: Int, bytes: Int, damages: [Damage]) {
    let parts = manifest.dictionaries.values.joined()
    let expected =
      (manifest.segments.map(ExpectedFile.init) + parts.map(ExpectedFile.init)
      + manifest.archive.map { ExpectedFile(archived: $0.sha256) })
      .sorted { $0.file < $1.file }
    let logCount = manifest.log == nil ? 0 : 1
    let fileCount = expected.count + logCount + (manifest.aliases == nil ? 0 : 1)
    var damages: [Damage] = []
    var bytes = 0
    do throws(StoreError) {
      try OwnFile.checkFolders(of: expected.map(\.file), in: store)
    } catch {
      damages.append(Damage("the store", error, expected: "folders of its own"))
    }
    for (index, entry) in expected.enumerated() {
      defer { progress(index + 1, fileCount) }
      if let size = known[entry] {
        bytes += size
        continue
      }
      do throws(StoreError) {
        try OwnFile.isThere(store + "/" + entry.file)
        let (found, size) = try entry.sum.ofSameKind(store + "/" + entry.file)
        bytes += size
        guard found == entry.sum else {
          damages.append(
            Damage(file: entry.file, found: "\(found)", expected: "\(entry.sum)"))
          continue
        }
        known[entry] = size
      } catch {
        damages.append(Damage(entry.file, error, expected: "a readable file"))
      }
    }
    if let end = manifest.log {
      if let damage = damage(ofLog: end, store) { damages.append(damage) }
      bytes += end.bytes
      progress(expected.count + logCount, fileCount)
    }
    if let noted = manifest.aliases {
      if let damage = Damage(ofAliases: noted, in: store) { damages.append(damage) }
      bytes += noted.bytes
      progress(fileCount, fileCount)
    }
    damages += damagesOfSalts(store) + hindrances(store)
    if damages.isEmpty { damages = structuralDamages(store, manifest) }
    return (fileCount, bytes, damages)
  }

  /// Finds anything but a file under the names of files that writers need and no manifest lists.
  private static func hindrances(_ store: String) -> [Damage] {
    [StoreLock.fileName, Manifest.fileName + DurableFile.draftEnding].compactMap { name in
      let status = try? FileSystem.status(of: store + "/" + name, followsLinks: false)
      guard let status, status.kind != .file else { return nil }
      return Damage(
        file: name, found: "something other than a file", expected: "an ordinary file, or none")
    }
  }

  /// Checks that the log's lines are consecutive up to the manifest's end.
  private static func damage(ofLog end: ArchiveLog.End, _ store: String) -> Damage? {
    do throws(StoreError) {
      _ = try ArchiveLog(store: store, end: end)
      return nil
    } catch {
      return Damage(ArchiveLog.fileName, error, expected: "the archive's log")
    }
  }

  /// Checks the salts of hashes, which the manifest does not list.
  private static func damagesOfSalts(_ store: String) -> [Damage] {
    let names = (try? FileSystem.names(in: store + "/" + OwnFile.fetchFolder)) ?? []
    return names.filter { $0.hasSuffix(".salt") }.compactMap { name in
      let file = OwnFile.fetchFolder + "/" + name
      do throws(StoreError) {
        try OwnFile.isThere(store + "/" + file)
        let found = try onDisk { () throws(SystemError) in try KeptSalt.read(store + "/" + file) }
        guard case .failure(let damage) = found else { return nil }
        return Damage(file: file, found: damage.found, expected: damage.expected)
      } catch {
        return Damage(file, error, expected: "a salt")
      }
    }
  }

  /// Checks that codes lie in their dictionaries, and that dictionary parts are consecutive.
  private static func structuralDamages(_ store: String, _ manifest: Manifest) -> [Damage] {
    let counts = manifest.dictionaries.mapValues { $0.reduce(0) { $0 + $1.count } }
    var damages: [Damage] = []
    for (name, parts) in manifest.dictionaries.sorted(by: { $0.key < $1.key }) {
      var next = 0
      for part in parts {
        if part.first != next {
          damages.append(
            Damage(file: part.file, found: "\(name) from \(part.first)", expected: "from \(next)"))
        }
        next = part.first + part.count
      }
    }
    for entry in manifest.segments {
      do throws(StoreError) {
        let file = try StoredFile(entry, rows: entry.rows, in: store)
        let flaw = file.table.flaw(counts)
        // Readers use the checksums of columns, which differ from the whole file's.
        _ = file.table.columns
        try file.confirm()
        guard let flaw else { continue }
        damages.append(Damage(file: entry.file, found: flaw.found, expected: flaw.expected))
      } catch {
        damages.append(Damage(entry.file, error, expected: "a segment"))
      }
    }
    return damages
  }
}

/// A file and its expected checksum.
private struct ExpectedFile: Hashable {
  let file: String
  let sum: ExpectedSum

  init(archived sha256: String) {
    file = "archive/" + sha256
    sum = .sha256(sha256)
  }

  init(_ entry: some SummedFile) {
    file = entry.file
    sum = ExpectedSum(entry)
  }
}
