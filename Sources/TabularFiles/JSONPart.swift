import CSimdJSON
import Columns
import Foundation

/// Whole documents of a JSON file, as many as it is of use to read at once.
public struct JSONPart: Sendable {
  let text: JSONText

  /// Takes a text.
  init(text: JSONText) { self.text = text }

  /// Takes a text that was read before.
  init(checked text: JSONText) {
    self.text = JSONText(file: text.file, bytes: text.bytes, isChecked: true)
  }

  /// Columns of the rows at a path, all text; a part may be read several times.
  ///
  /// - Parameters:
  ///   - columns: The columns' paths; one that no row has is null throughout.
  ///   - rows: Where the rows stand.
  /// - Returns: Tables of exactly these columns, in the part's order.
  /// - Throws: ``FileError`` when the text is malformed.
  public func read(columns: [String], rows: RowPath) throws(FileError) -> [Table] {
    try text.read(columns, rows)
  }

  /// Whether members of a name may be in it: where it says no, there are none.
  ///
  /// - Parameter name: The name, ASCII without quotes.
  /// - Returns: Also true where a text looks like it, or letters of it are spelled by code points.
  public func mayHold(member name: String) -> Bool {
    rb_json_may_hold(text.start, text.count, name) == 1
  }

  /// Some of its documents as a part of their own, which is sooner read than the whole.
  ///
  /// - Parameter isWanted: Whether a document is among them, for each.
  /// - Returns: The documents; nil where they are not a line each.
  public func lines(where isWanted: [Bool]) -> JSONPart? {
    let bytes = text.bytes.pointer
    var found: [UInt8] = []
    var start = 0
    for isWanted in isWanted {
      // Safety: no more bytes are searched than there are behind `start`.
      guard start < bytes.count,
        let end = memchr(bytes.baseAddress! + start, 0x0A, bytes.count - start)
      else { return nil }
      let next = UnsafePointer(end.assumingMemoryBound(to: UInt8.self)) - bytes.baseAddress! + 1
      if isWanted { found += bytes[start..<next] }
      start = next
    }
    guard start == bytes.count else { return nil }
    return JSONPart(
      text: JSONText(file: text.file, bytes: Buffer(found), isChecked: text.isChecked))
  }
}

extension SourceFile {
  /// Makes something of each part of a JSON file, several parts at a time.
  ///
  /// - Parameters:
  ///   - threads: How many parts may be worked on at the same time.
  ///   - body: Makes something of one part. It is called for the whole file instead where a part
  ///     cannot be read by itself.
  /// - Returns: What was made of the parts, in file order; nothing for another kind of file.
  /// - Throws: ``FileError`` when the content is malformed.
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
