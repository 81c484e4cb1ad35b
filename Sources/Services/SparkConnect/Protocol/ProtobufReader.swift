import Foundation

/// The fields of a Protocol Buffers message, read from bytes.
///
/// Unknown fields are kept and never read, so a newer server's additions do no harm. If a field
/// occurs more than once, the last occurrence counts, unless the field is a list.
struct ProtobufReader {
  /// An error in a message's bytes.
  struct Problem: Error, Equatable {
    /// The fault, such as `a message that ends inside field 2`.
    let found: String
  }

  private enum Value {
    case number(UInt64)
    case content(Data)
  }

  private var fields: [(number: UInt64, value: Value)] = []

  /// Reads all fields of a message.
  init(_ bytes: Data) throws(Problem) {
    var rest = bytes
    while !rest.isEmpty {
      let tag = try Self.varint(&rest, "a tag")
      let number = tag >> 3
      guard number > 0 else { throw Problem(found: "field 0") }
      switch tag & 7 {
      case 0: fields.append((number, .number(try Self.varint(&rest, "field \(number)"))))
      case 1: _ = try Self.content(8, of: &rest, number)
      case 2:
        let count = try Self.varint(&rest, "field \(number)")
        let content = try Self.content(count, of: &rest, number)
        fields.append((number, .content(content)))
      case 5: _ = try Self.content(4, of: &rest, number)
      case let kind: throw Problem(found: "field \(number) of the wire type \(kind)")
      }
    }
  }

  /// Whether a field is present.
  func has(_ field: UInt64) -> Bool { fields.contains { $0.number == field } }

  /// Returns a whole number; 0 if it is absent, as proto3 requires.
  func number(_ field: UInt64) -> Int64 {
    for case (field, .number(let value)) in fields.reversed() { return Int64(bitPattern: value) }
    return 0
  }

  /// Returns bytes; nil if they are absent.
  func data(_ field: UInt64) -> Data? { list(field).last }

  /// Returns a text; empty if it is absent.
  func text(_ field: UInt64) -> String {
    data(field).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Returns a message; nil if it is absent.
  func message(_ field: UInt64) throws(Problem) -> ProtobufReader? {
    guard let data = data(field) else { return nil }
    return try ProtobufReader(data)
  }

  /// Returns the messages of a list.
  func messages(_ field: UInt64) throws(Problem) -> [ProtobufReader] {
    var messages: [ProtobufReader] = []
    for data in list(field) { messages.append(try ProtobufReader(data)) }
    return messages
  }

  // MARK: - Implementation

  private func list(_ field: UInt64) -> [Data] {
    fields.compactMap { entry in
      if entry.number == field, case .content(let data) = entry.value { data } else { nil }
    }
  }

  private static func varint(_ rest: inout Data, _ place: String) throws(Problem) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), through: 63, by: 7) {
      guard let byte = rest.popFirst() else {
        throw Problem(found: "a message that ends inside \(place)")
      }
      // The tenth byte holds one bit only.
      guard shift < 63 || byte <= 1 else { break }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    throw Problem(found: "a number of more than 64 bits in \(place)")
  }

  private static func content(
    _ count: UInt64, of rest: inout Data, _ field: UInt64
  ) throws(Problem) -> Data {
    guard count <= UInt64(rest.count) else {
      throw Problem(found: "a message that ends inside field \(field)")
    }
    defer { rest = rest.dropFirst(Int(count)) }
    return rest.prefix(Int(count))
  }
}
