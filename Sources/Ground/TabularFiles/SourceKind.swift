/// An input file's kind, derived from its name.
public enum SourceKind: Equatable, Sendable, CaseIterable {
  case csv
  case gzippedCSV
  case zstdCSV
  case bzip2CSV
  case json
  case gzippedJSON
  case zstdJSON
  case bzip2JSON
  case ndjson
  case gzippedNDJSON
  case zstdNDJSON
  case bzip2NDJSON
  case parquet

  /// The known extensions, for messages.
  public static let endings =
    ".csv, .tsv, .txt, .json, .ndjson or .jsonl (plain, .gz, .zst or .bz2) or .parquet"

  /// Derives the kind from a file name; nil for an unknown extension.
  ///
  /// - Parameters:
  ///   - fileName: The name.
  ///   - mayBeNumber: Whether a number alone is the name of a file of lines, as `1.132153978.bz2`.
  public init?(fileName: String, mayBeNumber: Bool = false) {
    let name = fileName.lowercased()
    let packing = Packing.allCases.first { name.hasSuffix($0.ending) }
    let plain = name.dropLast(packing?.ending.count ?? 0)
    let kinds: [(endings: [String], kind: SourceKind)] = [
      ([".csv", ".tsv", ".txt", ".drf"], .csv), ([".json"], .json),
      ([".ndjson", ".jsonl"], .ndjson), ([".parquet"], .parquet),
    ]
    let known = kinds.first { $0.endings.contains(where: plain.hasSuffix) }?.kind
    let own = plain.split(separator: "/").last ?? ""
    let isNumber =
      mayBeNumber && own.last?.isNumber == true && own.allSatisfy { $0.isNumber || $0 == "." }
    guard let kind = known ?? (isNumber ? .ndjson : nil), let found = kind.packed(packing)
    else { return nil }
    self = found
  }

  /// Whether the file holds JSON documents, so that reading needs a ``RowPath``.
  public var isJSON: Bool {
    switch self {
    case .json, .gzippedJSON, .zstdJSON, .bzip2JSON, .ndjson, .gzippedNDJSON, .zstdNDJSON,
      .bzip2NDJSON:
      true
    case .csv, .gzippedCSV, .zstdCSV, .bzip2CSV, .parquet: false
    }
  }

  /// Whether the file holds lines of cells, which have a ``TextForm``.
  public var isCSV: Bool { !isJSON && self != .parquet }

  /// A compression format of files.
  enum Packing: CaseIterable {
    case gzip
    case zstd
    case bzip2

    /// The file name extension.
    var ending: String {
      switch self {
      case .gzip: ".gz"
      case .zstd: ".zst"
      case .bzip2: ".bz2"
      }
    }
  }

  /// The file's compression; nil for none.
  var packing: Packing? {
    switch self {
    case .csv, .json, .ndjson, .parquet: nil
    case .gzippedCSV, .gzippedJSON, .gzippedNDJSON: .gzip
    case .zstdCSV, .zstdJSON, .zstdNDJSON: .zstd
    case .bzip2CSV, .bzip2JSON, .bzip2NDJSON: .bzip2
    }
  }

  /// Whether the file holds one JSON document per line.
  var isNDJSON: Bool { [.ndjson, .gzippedNDJSON, .zstdNDJSON, .bzip2NDJSON].contains(self) }

  // MARK: - Implementation

  /// Returns the kind of a packed file of this plain kind; nil if there is none.
  private func packed(_ packing: Packing?) -> SourceKind? {
    switch (self, packing) {
    case (_, nil): self
    case (.csv, .gzip): .gzippedCSV
    case (.csv, .zstd): .zstdCSV
    case (.csv, .bzip2): .bzip2CSV
    case (.json, .gzip): .gzippedJSON
    case (.json, .zstd): .zstdJSON
    case (.json, .bzip2): .bzip2JSON
    case (.ndjson, .gzip): .gzippedNDJSON
    case (.ndjson, .zstd): .zstdNDJSON
    case (.ndjson, .bzip2): .bzip2NDJSON
    default: nil
    }
  }
}
