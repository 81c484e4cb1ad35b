import CExchangeStream
import Columns
import TabularFiles

extension LineReader {
  /// Makes a reader of an exchange's streams of changes: a document for each market.
  ///
  /// Each line is a message. Nearly all messages are prices, which are not parsed. A market's
  /// definitions are merged by time of publication: the newest value counts, and a runner that the
  /// last definition does not name stays as an earlier one left it.
  /// - Edge cases: of definitions with one time, the last line is the newest. A market without a
  ///   closing definition is as its last one left it. A broken line becomes a row without a key,
  ///   and the rest is read; a file is refused if no line that can be read defines a market.
  ///
  /// - Parameter types: The wanted markets: event type and market type, such as `7/WIN`.
  /// - Returns: The reader, whose kinds are these types.
  public static func markets(_ types: [String]) -> LineReader {
    LineReader(of: types) { path, text throws(FileError) in
      let table = try JSONTable(file: path) { out, problem in
        // Safety: the wall reads the text only during the call, and `text` outlives it.
        withExtendedLifetime(text) {
          withJSONTexts(types) {
            rb_json_market_definitions(
              text.pointer.baseAddress, Int64(text.count), $0, out, problem)
          }
        }
      }
      let found = table.strings(["document", "fault", "line", "market", "missing"])
      let brokenLines = zip(found[1], found[2]).filter { !$0.0.isEmpty }
        .map { BrokenLine(fault: $0, text: $1) }
      if let broken = brokenLines.first?.fault, brokenLines.count == found[0].count {
        throw .malformed(
          file: path,
          found: "no market of \(types.joined(separator: " or ")), but broken lines; \(broken)",
          expected: "a stream of market changes")
      }
      // Markets of other types leave a list without rows.
      let lines = found[0].isEmpty ? ["{\"runners\":[]}"] : found[0]
      return (
        Array(lines.joined(separator: "\n").utf8), brokenLines,
        doubts(
          ofMarkets: zip(found[3], found[4]).compactMap { id, count in
            Int(count).map { (id, $0) }
          })
      )
    }
  }

  /// Reports markets whose last definition lacks runners, and markets without any runner.
  private static func doubts(ofMarkets markets: [(id: String, missingCount: Int)]) -> [String] {
    var doubts: [String] = []
    let empty = markets.filter { $0.missingCount == 0 }
    if let first = empty.first {
      doubts.append(
        "\(empty.count) markets have no runner in any definition, such as market \(first.id)")
    }
    let partial = markets.filter { $0.missingCount > 0 }
    if let first = partial.first {
      let count = partial.reduce(0) { $0 + $1.missingCount }
      doubts.append(
        "\(count) runners are missing in the last definition of \(partial.count) markets and are as "
          + "earlier ones left them, such as \(first.missingCount) of market \(first.id)")
    }
    return doubts
  }
}
