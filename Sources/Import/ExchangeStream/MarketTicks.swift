import CExchangeStream
import Columns
import Foundation
import TabularFiles

/// The price changes of an exchange's markets, read from a stream of changes.
///
/// Each row is a runner that a message changed, with its whole state after that message: prices and
/// money in 10⁻⁶, times in milliseconds since 1970. The whole text of one stream is in memory.
/// - Edge cases: changes before a market's first definition are left out, and so are broken lines.
public struct MarketTicks {
  /// The fields of ``changes``.
  public static let fields = [
    Field("market", .int32), Field("selection_id", .int64), Field("sequence", .int64),
    Field("published_at", .int64), Field("last_traded_price", .int64),
    Field("traded_volume", .int64), Field("best_back_price", .int64),
    Field("best_back_size", .int64), Field("best_lay_price", .int64),
    Field("best_lay_size", .int64), Field("in_play", .boolean),
  ]

  /// A market of a wanted kind.
  public struct Market: Equatable, Sendable {
    /// The exchange's id, such as `1.132153978`.
    public let id: String
    /// The time at which it first turned in play, in milliseconds since 1970; nil if it never did.
    public let inPlayAt: Int64?
  }

  /// The markets, in order of their first definitions.
  public let markets: [Market]
  /// The changes in order of publication; `market` is an index of ``markets``.
  public let changes: Table
  /// The faults of the broken lines, with their places.
  public let brokenLines: [String]
  private let definitions: SourceFile

  /// Reads a stream.
  ///
  /// - Parameters:
  ///   - path: The file, plain or packed.
  ///   - name: The name whose ending gives the packing; nil for the last part of the path.
  ///   - types: The wanted markets, such as `7/WIN`.
  /// - Throws: `FileError` if it cannot be unpacked, or defines no market.
  public init(path: String, name: String? = nil, types: [String]) throws(FileError) {
    let name = name ?? (path as NSString).lastPathComponent
    guard let text = try SourceFile.lines(path: path, name: name) else {
      throw .malformed(
        file: path, found: "a file of another kind",
        expected: "\(Self.expected): a number, or .json or .ndjson, also packed")
    }
    definitions = SourceFile(
      json: try LineReader.markets(types).read(path, text).documents, name: path)
    var ticks: OpaquePointer?
    let notes = try JSONTable(file: path) { out, problem in
      // Safety: the wall reads the text only during the call, and `text` outlives it.
      withExtendedLifetime(text) {
        withJSONTexts(types) {
          rb_json_market_ticks(
            text.pointer.baseAddress, Int64(text.count), $0, &ticks, out, problem)
        }
      }
    }
    defer { rb_market_ticks_free(ticks) }
    brokenLines = notes.strings(["fault"], ofBatch: 0)[0]
    let columns = notes.strings(["id", "in_play_at"], ofBatch: 1)
    markets = zip(columns[0], columns[1]).map { Market(id: $0, inPlayAt: Int64($1)) }
    changes = Self.table(ticks)
  }

  /// Reads the runners of the markets' last definitions.
  ///
  /// - Parameter columns: Paths as for `SourceFile.read`, such as
  ///   `WIN/name` and `../market/venue`.
  /// - Returns: A row per runner, all texts.
  /// - Throws: `FileError` for a definition without runners.
  public func runners(_ columns: [String]) throws(FileError) -> Table {
    guard let rows = RowPath("runners/*") else { preconditionFailure("a path of rows") }
    return .concatenated(try definitions.read(columns: columns, rows: rows, threads: 1).tables)
  }

  /// Checks whether an error means a file of another kind, not a damaged stream.
  ///
  /// - Parameter error: An error of ``init(path:name:types:)``.
  /// - Returns: The answer.
  public static func isOfOtherKind(_ error: FileError) -> Bool {
    guard case .malformed(_, _, let wanted) = error else { return false }
    return wanted.hasPrefix(expected)
  }

  // MARK: - Implementation

  /// The start of the expected content in errors for a file that is no stream; the wall repeats it.
  private static let expected = "a stream of market changes"

  private static func table(_ ticks: OpaquePointer?) -> Table {
    let count = Int(rb_market_ticks_count(ticks))
    let columns = fields.enumerated().map { index, field in
      // Safety: each column has `count` values until the ticks are freed, and is copied here.
      let values = UnsafeBufferPointer(
        start: rb_market_ticks_column(ticks, rb_tick_column(UInt32(index))), count: count)
      switch field.type {
      case .int32: return Column(.int32, .int32(Buffer(values.map { Int32($0) })))
      case .boolean: return Column(.boolean, .boolean(Bitmap(values.map { $0 == 1 })))
      default:
        guard values.contains(RB_TICK_NONE) else {
          return Column(.int64, .int64(Buffer(Array(values))))
        }
        return Column(
          .int64, .int64(Buffer(values.map { $0 == RB_TICK_NONE ? 0 : $0 })),
          Validity(values.map { $0 != RB_TICK_NONE }))
      }
    }
    return Table(fields: fields, columns: columns, rowCount: count)
  }
}
