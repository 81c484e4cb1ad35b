import Columns

extension SourceFile {
  /// Returns the file name ending for some content.
  ///
  /// - Parameter bytes: The first bytes: some hundred, or all if there are fewer.
  /// - Returns: The ending, such as `.json`; `.csv` also for any other text.
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
