/// An input file's kind, derived from its name.
public enum SourceKind: Equatable, Sendable, CaseIterable {
  case csv
  case gzippedCSV
  case zstdCSV
  case json
  case gzippedJSON
  case zstdJSON
  case ndjson
  case gzippedNDJSON
  case zstdNDJSON
  case parquet

  /// The known extensions, for messages.
  static let endings = ".csv, .json, .ndjson or .jsonl (plain, .gz or .zst) or .parquet"

  /// Derives the kind from a file name; nil for an unknown extension.
  public init?(fileName: String) {
    let name = fileName.lowercased()
    let packing = [".gz", ".zst"].first { name.hasSuffix($0) }
    let plain = name.dropLast(packing?.count ?? 0)
    let kinds: [(ending: String, plain: SourceKind, gzipped: SourceKind?, zstd: SourceKind?)] = [
      (".csv", .csv, .gzippedCSV, .zstdCSV),
      (".json", .json, .gzippedJSON, .zstdJSON),
      (".ndjson", .ndjson, .gzippedNDJSON, .zstdNDJSON),
      (".jsonl", .ndjson, .gzippedNDJSON, .zstdNDJSON),
      (".parquet", .parquet, nil, nil),
    ]
    guard let kind = kinds.first(where: { plain.hasSuffix($0.ending) }) else { return nil }
    let found = packing == nil ? kind.plain : packing == ".gz" ? kind.gzipped : kind.zstd
    guard let found else { return nil }
    self = found
  }

  /// Whether the file holds JSON documents, so that reading needs a ``RowPath``.
  public var isJSON: Bool {
    switch self {
    case .json, .gzippedJSON, .zstdJSON, .ndjson, .gzippedNDJSON, .zstdNDJSON: true
    case .csv, .gzippedCSV, .zstdCSV, .parquet: false
    }
  }

  /// A compression format of files.
  enum Packing {
    case gzip
    case zstd
  }

  /// The file's compression; nil for none.
  var packing: Packing? {
    switch self {
    case .csv, .json, .ndjson, .parquet: nil
    case .gzippedCSV, .gzippedJSON, .gzippedNDJSON: .gzip
    case .zstdCSV, .zstdJSON, .zstdNDJSON: .zstd
    }
  }

  /// Whether the file holds one JSON document per line.
  var isNDJSON: Bool { [.ndjson, .gzippedNDJSON, .zstdNDJSON].contains(self) }
}
