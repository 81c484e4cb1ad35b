import Columns
import TabularFiles

extension JournalEntry {
  /// Reads the lines of a journal, of an archived one or of a single answer.
  ///
  /// - Parameter file: The journal's text.
  /// - Returns: One entry per line, in file order.
  /// - Throws: `FileError` for a malformed text.
  static func entries(of file: SourceFile) throws(FileError) -> [JournalEntry] {
    try file.mapParts(threads: 1) { part throws(FileError) in
      try entries(of: part, file: file.path)
    }.flatMap { $0 }
  }

  /// Reads the lines of a journal's part.
  static func entries(of part: JSONPart, file: String) throws(FileError) -> [JournalEntry] {
    let lines = JournalRows(try part.read(columns: lineColumns, rows: RowPath("")!))
    var entries: [JournalEntry] = []
    entries.reserveCapacity(lines.count)
    for row in 0..<lines.count {
      guard let request = lines[row, 0], let fetchedAt = lines.number(row, 1),
        let day = lines.day(row, 2)
      else {
        throw .malformed(
          file: file, found: lines.lack(row),
          expected: "lines that a fetch has written")
      }
      entries.append(
        JournalEntry(
          request: request, day: day, fetchedAt: fetchedAt,
          status: lines.number(row, 3).map { Int($0) },
          microseconds: lines.number(row, 4) ?? 0,
          attempt: lines.number(row, 5).map { Int($0) } ?? 1,
          bytes: lines.number(row, 6).map { Int($0) } ?? 0, sha256: lines[row, 7],
          isUnchanged: lines.isSet(row, 8), error: lines[row, 9],
          api: lines[row, 10] ?? Feeds.first.api))
    }
    var first = commonColumns.count
    for feed in Feeds.all {
      if entries.contains(where: { $0.api == feed.api }) {
        try feed.read(part, lines, from: first, into: &entries)
      }
      first += feed.lineColumns.count
    }
    return entries
  }

  // MARK: - Implementation

  private static let commonColumns = [
    "request", "fetched_at", "day", "status", "duration_us", "attempt", "bytes", "sha256",
    "unchanged", "error", "api",
  ]

  private static let lineColumns = commonColumns + Feeds.all.flatMap { $0.lineColumns }
}
