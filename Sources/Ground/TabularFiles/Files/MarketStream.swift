import CSimdJSON
import Columns

/// The markets of an exchange's stream of changes, as JSON documents.
///
/// Each line is a message. Nearly all messages are prices, which are not parsed. A market's
/// definitions are merged by time of publication: the newest value counts, and a runner that the
/// last definition does not name stays as an earlier one left it.
/// - Edge cases: of definitions with one time, the last line is the newest. A market without a
///   closing definition is as its last one left it. A broken line becomes a row without a key, and
///   the rest is read.
struct MarketStream {
  /// A document for each broken line, then one for each market.
  let documents: JSONDocuments
  /// The broken lines, in order.
  let brokenLines: [BrokenLine]
  /// The markets whose last definition lacks runners or that have none, in order.
  let partialMarkets: [PartialMarket]

  /// Reads a stream.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - kind: The kind that its name gives.
  ///   - file: Its bytes.
  ///   - types: The wanted markets, such as `7/WIN`.
  ///   - told: Receives the number of bytes unpacked.
  /// - Throws: ``FileError`` if it cannot be unpacked, or no readable line defines a market.
  init(
    _ path: String, _ kind: SourceKind, _ file: Buffer<UInt8>, _ types: [String],
    _ told: @escaping ByteProgress
  ) throws(FileError) {
    try self.init(path, Self.text(path, kind, file, told), types)
  }

  /// Unpacks a stream.
  static func text(
    _ path: String, _ kind: SourceKind, _ file: Buffer<UInt8>,
    _ told: @escaping ByteProgress = { _, _ in }
  ) throws(FileError) -> Buffer<UInt8> {
    try SourceFile.checkPacking(path, kind, file)
    let text = try SourceFile.unpacked(path, kind.packing, file, told)
    try SourceFile.checkIsText(text, path, kind)
    return text
  }

  /// Reads a stream's text.
  ///
  /// - Parameters:
  ///   - path: The file's name in messages.
  ///   - text: All lines.
  ///   - types: The wanted markets, such as `7/WIN`.
  /// - Throws: ``FileError`` if no line that can be read defines a market.
  init(_ path: String, _ text: Buffer<UInt8>, _ types: [String]) throws(FileError) {
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
    brokenLines = zip(found[1], found[2]).filter { !$0.0.isEmpty }
      .map { BrokenLine(fault: $0, text: $1) }
    partialMarkets = zip(found[3], found[4]).compactMap { id, count in
      Int(count).map { PartialMarket(id: id, missingCount: $0) }
    }
    if let broken = brokenLines.first?.fault, brokenLines.count == found[0].count {
      throw .malformed(
        file: path,
        found: "no market of \(types.joined(separator: " or ")), but broken lines; \(broken)",
        expected: "a stream of market changes")
    }
    // Markets of other types leave a list without rows.
    let lines = found[0].isEmpty ? ["{\"runners\":[]}"] : found[0]
    documents = JSONDocuments(
      file: path, bytes: Buffer(Array(lines.joined(separator: "\n").utf8)), isLines: true)
  }
}

/// A line of a stream that cannot be read.
public struct BrokenLine: Sendable {
  /// The fault, with the line's number.
  public let fault: String
  /// The line, at most its first 64 KiB.
  public let text: String
}

/// A market of a stream whose last definition does not name all of its runners, or any.
public struct PartialMarket: Equatable, Sendable {
  /// The exchange's id, such as `1.132153978`.
  public let id: String
  /// The number of runners that only earlier definitions name; 0 if none names a runner.
  public let missingCount: Int
}

extension SourceFile {
  /// Visits the lines of a stream, which it unpacks again.
  ///
  /// - Parameter take: Takes the bytes of a line, which are valid during the call.
  /// - Throws: ``FileError`` if it cannot be unpacked.
  public func forEachStreamLine(_ take: (Slice<UnsafeBufferPointer<UInt8>>) -> Void)
    throws(FileError)
  {
    guard !form.marketTypes.isEmpty, let mapped else { return }
    let text = try MarketStream.text(path, kind, mapped.bytes)
    // Safety: `text` holds the bytes until the last line is taken.
    withExtendedLifetime(text) {
      var rest = text.pointer[...]
      while !rest.isEmpty {
        let line = rest.prefix { $0 != UInt8(ascii: "\n") }
        take(line)
        rest = rest[line.endIndex...].dropFirst()
      }
    }
  }
}
