import Columns

extension SourceFile {
  /// Returns the ending of a name that says of which kind some content is.
  ///
  /// - Parameter bytes: The first bytes, some hundred where there are so many.
  /// - Returns: Such as `.csv`, which is also that of any text.
  public static func ending(ofContent bytes: [UInt8]) -> String {
    let found = bytes.withUnsafeBufferPointer { OtherContent($0) }
    switch found {
    case .gzip: return ".csv.gz"
    case .zstd: return ".csv.zst"
    case .bzip2: return ".csv.bz2"
    case .zip: return ".zip"
    case .parquet: return ".parquet"
    default: break
    }
    if TarArchive.begins(Buffer(bytes)) { return ".tar" }
    let text = bytes.drop { $0 <= 0x20 || CSVText.mark.contains($0) }
    let isJSON = text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "[")
    return isJSON ? ".json" : ".csv"
  }
}
