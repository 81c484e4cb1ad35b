import Foundation

/// A JSON array on standard output, one element a line.
struct JSONLines {
  private var isFirst = true

  /// Writes the array's next element.
  mutating func print(_ element: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(element), as: UTF8.self)
    Console.print((isFirst ? "[\n" : ",\n") + text, terminator: "")
    isFirst = false
  }

  /// Writes the array's end.
  func end() { Console.print(isFirst ? "[]" : "\n]") }
}
