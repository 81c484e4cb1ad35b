import Foundation

/// Writes a message of Protocol Buffers, field by field.
///
/// It has only the kinds that requests to Spark need: varints, text and messages. Fields appear in
/// the order of the calls; the caller leaves out proto3's default values.
struct ProtobufWriter {
  /// The message so far.
  private(set) var bytes = Data()

  /// Makes a message from its fields.
  static func message(_ write: (inout ProtobufWriter) -> Void) -> Data {
    var writer = ProtobufWriter()
    write(&writer)
    return writer.bytes
  }

  /// Adds a whole number, an enumeration's case or, as 1, a true Boolean.
  mutating func add(_ field: UInt64, _ value: UInt64) {
    add(varint: field << 3)
    add(varint: value)
  }

  /// Adds a text.
  mutating func add(_ field: UInt64, _ text: String) { add(field, Data(text.utf8)) }

  /// Adds bytes or a message, which may be empty.
  mutating func add(_ field: UInt64, _ content: Data) {
    add(varint: field << 3 | 2)
    add(varint: UInt64(content.count))
    bytes.append(content)
  }

  /// Adds a message from its fields.
  mutating func add(_ field: UInt64, _ write: (inout ProtobufWriter) -> Void) {
    add(field, Self.message(write))
  }

  // MARK: - Implementation

  /// Adds seven bits a byte, the lowest first; the top bit says that more follow.
  private mutating func add(varint value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
