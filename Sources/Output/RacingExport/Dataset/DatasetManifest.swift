import ColumnStore
import Columns
import Foundation
import JSONValues
import SystemFiles
import TabularFiles

/// The list of a dataset's files for one snapshot: one line of JSON.
///
/// If you change this, also change `docs/datasets.md`.
public struct DatasetManifest: Codable, Equatable, Sendable {
  /// The file's name in the dataset's folder.
  public static let fileName = "manifest.json"
  private static let format = "railbird-dataset"
  private static let version = 1

  /// The kinds of datasets; each has its own writer.
  public enum Content: String, Codable, Sendable {
    /// The tables of a store.
    case store
    /// An exchange's price changes.
    case ticks
  }

  /// A table, with the columns of all its files.
  public struct Table: Codable, Equatable, Sendable {
    /// The columns in order.
    public var fields: [Column]
    /// The months that were examined; a month without rows has no file.
    public var months: [Part]

    /// Makes a table.
    public init(_ fields: [Field], _ months: [Part] = []) {
      self.fields = fields.map { Column(name: $0.name, type: $0.type.name) }
      self.months = months
    }

    /// The number of rows.
    public var rowCount: Int { months.reduce(0) { $0 + $1.rows } }
  }

  /// A column's name and type, in the words of `docs/schema.md`, §1.
  public struct Column: Codable, Equatable, Sendable {
    /// The name.
    public var name: String
    /// The type.
    public var type: String
  }

  /// A month of a table.
  public struct Part: Codable, Equatable, Sendable {
    /// The month as `YYYY-MM`, the value of the partition.
    public var month: String
    /// The number of rows.
    public var rows: Int
    /// The checksum of the data from which the rows were made.
    public var stamp: String
    /// The files.
    public var files: [File]
  }

  /// A file, which never changes.
  public struct File: Codable, Equatable, Sendable {
    /// The path from the dataset's folder.
    public var path: String
    /// The number of rows.
    public var rows: Int
    /// The size.
    public var bytes: Int
    /// The checksum of all bytes.
    public var xxh128: String
  }

  /// The names behind the codes at the time when the files were written.
  public struct Names: Codable, Equatable, Sendable {
    /// The dictionary.
    public var name: String
    /// The number of names.
    public var count: Int
    /// The checksum of the names.
    public var sha256: String
  }

  /// The kind of this file.
  public private(set) var format = Self.format
  /// The kind of tables.
  public private(set) var content: Content
  /// The version of its form.
  public private(set) var version = Self.version
  /// The partition's name, which is also its column's name.
  public private(set) var partition = "month"
  /// The number of commits of the store up to the snapshot.
  public var generation = 0
  /// The checksum of the list of files: equal datasets have equal checksums.
  public private(set) var snapshot = ""
  /// The counts of each source's rows, as a report's summary has them.
  public var sources: JSONValue?
  /// Facts about the whole store that reports need.
  public var report: JSONValue?
  /// The dictionaries of the text columns.
  public var names: [Names] = []
  /// The tables by name; a table's folder has its name.
  public var tables: [String: Table] = [:]
  /// The checksum of this file, computed with an empty text in this member.
  private var sha256 = ""

  /// Makes the manifest of a dataset without tables.
  public init(_ content: Content) { self.content = content }

  /// Reads the manifest in a folder.
  ///
  /// - Parameter folder: The dataset's folder.
  /// - Returns: The manifest; nil if the folder has none.
  /// - Throws: `FileError` if it cannot be read, or is damaged or of another version.
  public static func read(in folder: String) throws(FileError) -> DatasetManifest? {
    let path = folder + "/" + fileName
    let data: Data?
    do throws(SystemError) {
      data = try FileSystem.contents(of: path, most: Limits.manifestBytes)
    } catch {
      throw .cannotOpen(file: path, reason: error.reason)
    }
    guard let data else { return nil }
    return try DatasetManifest(data, of: path)
  }

  /// Reads a manifest's text.
  ///
  /// - Parameters:
  ///   - text: The line of JSON.
  ///   - path: The file's name in messages.
  /// - Throws: `FileError` if it is damaged or of another version.
  public init(_ text: Data, of path: String) throws(FileError) {
    guard let manifest = try? JSONDecoder().decode(DatasetManifest.self, from: text),
      manifest.format == Self.format
    else {
      throw .malformed(file: path, found: "other content", expected: "the manifest of a dataset")
    }
    guard manifest.version == Self.version else {
      throw .malformed(
        file: path, found: "version \(manifest.version) of datasets",
        expected: "\(Self.version), which this version of railbird writes")
    }
    let sum = manifest.sealed().sha256
    guard sum == manifest.sha256 else {
      throw .malformed(file: path, found: "SHA-256 \(sum)", expected: manifest.sha256)
    }
    if let strange = manifest.strangeName {
      throw .malformed(
        file: path, found: "the name \(strange)",
        expected: "tables, months and files of the dataset's own folder")
    }
    self = manifest
  }

  /// All files, by table and month.
  public var files: [File] {
    tables.sorted { $0.key < $1.key }.flatMap { $0.value.months.flatMap(\.files) }
  }

  /// Makes the file's text, with its checksums.
  func text() -> Data { JSONText.encoded(sealed()) + Data("\n".utf8) }

  // MARK: - Implementation

  /// A name that could lead out of the folder, in a manifest from another program; nil if there is
  /// none.
  private var strangeName: String? {
    for (table, entry) in tables {
      guard table.wholeMatch(of: /[a-z][a-z0-9_]*/) != nil else { return table }
      for part in entry.months {
        guard part.month.wholeMatch(of: /[0-9]{4}-[0-9]{2}/) != nil else { return part.month }
        let folder = "\(table)/month=\(part.month)/" + MonthFiles.prefix
        for file in part.files {
          let rest = file.path.dropFirst(folder.count)
          guard file.path.hasPrefix(folder), !rest.contains("/") else { return file.path }
        }
      }
    }
    return nil
  }

  private func sealed() -> DatasetManifest {
    var copy = self
    copy.snapshot = Checksum.hex(of: Array(files.map(\.path).joined(separator: "\n").utf8))
    copy.sha256 = ""
    copy.sha256 = Checksum.hex(of: JSONText.encoded(copy))
    return copy
  }
}
