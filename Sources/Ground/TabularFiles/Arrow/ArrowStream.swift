import CArrow
import Columns
import Foundation

/// The batches of an Arrow C stream, in order.
final class ArrowStream {
  private var stream: ArrowArrayStream
  private(set) var fields: [ArrowField] = []

  /// Takes ownership of a stream; deinit releases it.
  init(_ stream: ArrowArrayStream) throws(WallError) {
    self.stream = stream
    var schema = ArrowSchema()
    try check(self.stream.get_schema(&self.stream, &schema))
    fields = ArrowField.consume(&schema)
  }

  /// The columns with times without a zone.
  var localTimes: Set<String> { Set(fields.filter(\.isLocalTime).map(\.name)) }

  deinit { stream.release?(&stream) }

  /// Returns the next batch, or some of its columns, given by their places; nil at the end.
  func next(_ wanted: [Int]? = nil) throws(WallError) -> Table? {
    var array = ArrowArray()
    try check(stream.get_next(&stream, &array))
    return array.release == nil ? nil : try ArrowBatch(array).table(fields, wanted)
  }

  /// Returns some columns of the next batch, dictionary-encoded texts unexpanded; nil at the end.
  func nextRows(_ wanted: [Int]) throws(WallError) -> (table: Table, lists: [String: ListedTexts])?
  {
    var array = ArrowArray()
    try check(stream.get_next(&stream, &array))
    return array.release == nil ? nil : try ArrowBatch(array).rows(fields, wanted)
  }

  /// Returns all remaining batches.
  func rest() throws(WallError) -> [Table] {
    var tables: [Table] = []
    while let table = try next() { tables.append(table) }
    return tables
  }

  private func check(_ code: Int32) throws(WallError) {
    guard code != 0 else { return }
    let message = stream.get_last_error(&stream).map { String(cString: $0) }
    throw WallError(message: message ?? "error \(code)")
  }
}

extension Table {
  /// Reads the batches of an Arrow IPC stream in memory.
  ///
  /// - Parameters:
  ///   - bytes: The whole stream; every batch is checked.
  ///   - source: The stream's name in messages.
  /// - Returns: A table for each batch.
  /// - Throws: ``FileError/malformed(file:found:expected:)`` for other bytes.
  public static func batches(
    ofArrowStream bytes: Data, from source: String
  ) throws(FileError) -> [Table] {
    do throws(WallError) {
      var stream = ArrowArrayStream()
      var failure: WallError?
      let limit = UnpackLimit.bytesAtOnce(ofPacked: bytes.count, least: Limits.unpackedColumnBytes)
      bytes.withUnsafeBytes { bytes in
        // Safety: the wall copies the bytes before it returns.
        do throws(WallError) {
          try wallCall {
            rb_ipc_stream(
              bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), Int64(bytes.count),
              Int64(limit), &stream, $0)
          }
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      return try ArrowStream(stream).rest()
    } catch {
      throw .malformed(file: source, found: error.message, expected: "an Arrow stream")
    }
  }
}
