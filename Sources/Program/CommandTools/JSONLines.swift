import Foundation

/// A JSON array on standard output, one element per line.
package struct JSONLines {
  private var isFirst = true

  package init() {}

  /// The encoder of elements: sorted keys, times as ISO 8601.
  package static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return encoder
  }

  /// Writes the array's next element.
  package mutating func print(_ element: some Encodable) throws {
    let text = String(decoding: try Self.encoder.encode(element), as: UTF8.self)
    Console.print((isFirst ? "[\n" : ",\n") + text, terminator: "")
    isFirst = false
  }

  /// Writes the array's end.
  package func end() { Console.print(isFirst ? "[]" : "\n]") }
}
