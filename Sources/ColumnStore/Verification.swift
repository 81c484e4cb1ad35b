import Columns
import Foundation
import SystemFiles
import TabularFiles

/// What is wrong with one file of a store.
public struct Damage: Equatable, Sendable, CustomStringConvertible {
  /// The file, relative to the store.
  public let file: String
  /// What it holds.
  public let found: String
  /// What the manifest says.
  public let expected: String

  /// Where, what was found, what was expected.
  public var description: String { "\(file): found \(found); expected \(expected)" }
}

/// Checks every file of a store against the manifest's checksums.
public struct Verification: Sendable {
  /// How many files were read.
  public let fileCount: Int
  /// How many bytes were read.
  public let byteCount: Int
  /// What does not match; empty for an intact store.
  public let damages: [Damage]
  /// Whether there are aliases whose checksum nobody has noted: made by hand, or by a version that
  /// noted none.
  public let hasUnnotedAliases: Bool

  /// Reads the whole store.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - progress: Called after each file with the number done and the total.
  /// - Throws: ``StoreError`` when there is no store or its manifest is damaged.
  public init(store: String, progress: (Int, Int) -> Void = { _, _ in }) throws(StoreError) {
    let manifest = try Manifest.read(store: store)
    let parts = manifest.dictionaries.values.joined()
    let expected =
      (manifest.segments.map(ExpectedFile.init) + parts.map(ExpectedFile.init)
      + manifest.archive.map { ExpectedFile(file: "archive/" + $0.sha256, sum: .sha256($0.sha256)) })
      .sorted { $0.file < $1.file }
    let logCount = manifest.log == nil ? 0 : 1
    fileCount = expected.count + logCount + (manifest.aliases == nil ? 0 : 1)
    var damages: [Damage] = []
    var bytes = 0
    for (index, entry) in expected.enumerated() {
      do throws(StoreError) {
        let (found, size) = try entry.sum.ofSameKind(store + "/" + entry.file)
        bytes += size
        if found != entry.sum {
          damages.append(
            Damage(file: entry.file, found: "\(found)", expected: "\(entry.sum)"))
        }
      } catch {
        damages.append(Damage(file: entry.file, found: "\(error)", expected: "a readable file"))
      }
      progress(index + 1, fileCount)
    }
    if let end = manifest.log {
      if let damage = Self.damage(ofLog: end, store) { damages.append(damage) }
      bytes += end.bytes
      progress(expected.count + logCount, fileCount)
    }
    if let noted = manifest.aliases {
      if let damage = Damage(ofAliases: noted, in: store) { damages.append(damage) }
      bytes += noted.bytes
      progress(fileCount, fileCount)
    }
    let aliases = store + "/" + NameAliases.fileName
    let hasAliases = try onDisk { () throws(SystemError) in try FileSystem.exists(aliases) }
    hasUnnotedAliases = manifest.aliases == nil && hasAliases
    if damages.isEmpty { damages = Self.structuralDamages(store, manifest) }
    byteCount = bytes
    self.damages = damages
  }

  /// The log's lines follow one another up to the end that the manifest knows.
  private static func damage(ofLog end: ArchiveLog.End, _ store: String) -> Damage? {
    do throws(StoreError) {
      _ = try ArchiveLog(store: store, end: end)
      return nil
    } catch .corrupt(_, let found, let expected) {
      return Damage(file: ArchiveLog.fileName, found: found, expected: expected)
    } catch {
      return Damage(
        file: ArchiveLog.fileName, found: "\(error)", expected: "the archive's log")
    }
  }

  /// Codes must lie in their dictionaries, and dictionary parts must follow one another.
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
      guard let rows = try? ArrowFile.map(store + "/" + entry.file) else {
        damages.append(Damage(file: entry.file, found: "no Arrow file", expected: "a segment"))
        continue
      }
      for (field, column) in zip(rows.fields, rows.columns) {
        guard case .coded(let dictionary) = field.type else { continue }
        let limit = Int32(counts[dictionary] ?? 0)
        if let code = column.int32s.enumerated().first(where: {
          !column.isNull($0.offset) && ($0.element < 0 || $0.element >= limit)
        }) {
          damages.append(
            Damage(
              file: entry.file, found: "code \(code.element) in \(field.name)",
              expected: "codes below \(limit)"))
        }
      }
    }
    return damages
  }
}

/// A file and the checksum it should have.
private struct ExpectedFile {
  let file: String
  let sum: ExpectedSum

  init(file: String, sum: ExpectedSum) {
    self.file = file
    self.sum = sum
  }

  init(_ entry: some SummedFile) {
    file = entry.file
    sum = entry.xxh128.map { .xxh128($0) } ?? .sha256(entry.sha256 ?? "")
  }
}

private enum ExpectedSum: Equatable, CustomStringConvertible {
  case xxh128(String)
  case sha256(String)

  var description: String {
    switch self {
    case .xxh128(let hex): "XXH128 \(hex)"
    case .sha256(let hex): "SHA-256 \(hex)"
    }
  }

  /// The checksum of a file, and its size.
  func ofSameKind(_ path: String) throws(StoreError) -> (sum: ExpectedSum, bytes: Int) {
    switch self {
    case .sha256:
      let sum = try Checksum.ofFile(path)
      return (.sha256(sum.hex), sum.bytes)
    case .xxh128:
      do {
        let sum = try FileSum(ofFile: path)
        return (.xxh128(sum.hex), sum.bytes)
      } catch {
        guard case .cannotOpen(_, let reason) = error else {
          throw .io(file: path, reason: "\(error)")
        }
        throw .io(file: path, reason: reason)
      }
    }
  }
}
