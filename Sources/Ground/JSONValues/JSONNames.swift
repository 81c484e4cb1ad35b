import Foundation

/// The names of a JSON text's members.
public enum JSONNames {
  /// Refuses a text in which an object has two members with one name: readers disagree on which one
  /// counts, and money must not depend on that.
  ///
  /// - Parameter data: A text that is JSON.
  /// - Throws: ``JSONFailure`` with the name.
  public static func check(_ data: Data) throws(JSONFailure) {
    let bytes = Array(data)
    // The names of each open object; a list has none.
    var open: [Set<String>] = []
    var index = 0
    while index < bytes.count {
      let start = index
      index += 1
      switch bytes[start] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): open.append([])
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = open.popLast()
      case UInt8(ascii: "\""):
        index = end(ofTextAt: start, in: bytes)
        // A text before a colon is a name.
        let next = bytes[index...].first { !" \t\r\n".utf8.contains($0) }
        guard next == UInt8(ascii: ":"), !open.isEmpty else { continue }
        let name = text(bytes[start..<index])
        guard open[open.count - 1].insert(name).inserted else {
          throw JSONFailure(
            path: ServerText.line(name, limit: 60),
            reason: "found it twice in one object; expected it once")
        }
      default: break
      }
    }
  }

  // MARK: - Implementation

  /// Returns the index after a text's closing quote.
  private static func end(ofTextAt start: Int, in bytes: [UInt8]) -> Int {
    var index = start + 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index + 1, bytes.count)
  }

  /// Returns the text in quotes.
  private static func text(_ quoted: ArraySlice<UInt8>) -> String {
    let plain = String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self)
    guard quoted.contains(UInt8(ascii: "\\")) else { return plain }
    return (try? JSONDecoder().decode(String.self, from: Data(quoted))) ?? plain
  }
}
