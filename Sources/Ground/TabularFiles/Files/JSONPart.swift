import CSimdJSON
import Columns
import Foundation

/// A number of whole JSON documents that is efficient to read at once.
public struct JSONPart: Sendable {
  let text: DocumentText

  /// Takes a text.
  init(text: DocumentText) { self.text = text }

  /// Takes a text that is already checked.
  init(checked text: DocumentText) {
    self.text = DocumentText(file: text.file, bytes: text.bytes, isChecked: true)
  }

  /// Reads columns of the rows at a path as text; a part may be read several times.
  ///
  /// - Parameters:
  ///   - columns: The columns' paths; a path that no row has is null throughout.
  ///   - rows: The rows' path.
  /// - Returns: Tables of exactly these columns, in the part's order.
  /// - Throws: ``FileError`` for malformed text.
  public func read(columns: [String], rows: RowPath) throws(FileError) -> [Table] {
    try text.read(columns, rows)
  }

  /// Whether the part may contain a member of a name; false is certain.
  ///
  /// - Parameter name: The name, ASCII without quotes.
  /// - Returns: True also if a text looks like it, or its letters are written as escapes.
  public func mayHold(member name: String) -> Bool {
    rb_json_may_hold(text.start, text.count, name) == 1
  }

  /// Extracts some of its documents as a smaller part.
  ///
  /// - Parameter isWanted: For each document, whether to include it.
  /// - Returns: The documents; nil unless each document is one line.
  public func lines(where isWanted: [Bool]) -> JSONPart? {
    let bytes = text.bytes.pointer
    var found: [UInt8] = []
    var start = 0
    for isWanted in isWanted {
      // Safety: the search stays within the bytes after `start`.
      guard start < bytes.count,
        let end = memchr(bytes.baseAddress! + start, 0x0A, bytes.count - start)
      else { return nil }
      let next = UnsafePointer(end.assumingMemoryBound(to: UInt8.self)) - bytes.baseAddress! + 1
      if isWanted { found += bytes[start..<next] }
      start = next
    }
    guard start == bytes.count else { return nil }
    return JSONPart(
      text: DocumentText(file: text.file, bytes: Buffer(found), isChecked: text.isChecked))
  }
}

extension SourceFile {
  /// Processes each part of a JSON file, several parts at a time.
  ///
  /// - Parameters:
  ///   - threads: The maximum number of parts processed at the same time.
  ///   - body: Processes one part; it receives the whole file instead if a part cannot be read by
  ///     itself.
  /// - Returns: The results, in file order; none for other kinds of file.
  /// - Throws: ``FileError`` for malformed content.
  public func mapParts<Outcome: Sendable>(
    threads: Int, _ body: @Sendable (JSONPart) throws(FileError) -> Outcome
  ) throws(FileError) -> [Outcome] {
    guard let json else { return [] }
    if json.partCount > 1 {
      let outcomes = ParallelTasks.map(count: json.partCount, threads: threads) { index in
        do throws(FileError) {
          return try json.part(index).map { text throws(FileError) in
            try body(JSONPart(text: text))
          }
        } catch {
          return nil
        }
      }
      if !outcomes.contains(where: { $0 == nil }) { return outcomes.map { $0! } }
    }
    return [try body(JSONPart(text: try json.whole(threads: threads)))]
  }
}
