/// A horse's latest runs as one character each, the newest last: `14/2-P3`.
///
/// A text such as `9-5` may be form or a price; a column holds form if its texts are form lines and
/// not all of them are prices.
public struct FormLine: Hashable, Sendable {
  /// The text in capitals, ASCII: runs, and the marks between seasons.
  public let characters: [UInt8]

  /// Reads a form line.
  ///
  /// A run is a digit – its position, `0` for tenth or worse – or the letter of a run without one:
  /// `F` fell, `U` unseated, `P` pulled up, `R` refused, `B` brought down, `S` slipped up, `C`
  /// carried out, `L` left at the start, `O` ran out, `D` disqualified, `V` void. The marks are
  /// breaks, not runs: `-` separates seasons, `/` means a season or more without a run.
  ///
  /// - Edge cases: letters may be of either case; a text without a run is no form line.
  ///
  /// - Parameter bytes: The UTF-8 text.
  /// - Returns: The line, or nil for any other text.
  public static func parse(_ bytes: Span<UInt8>) -> FormLine? {
    var characters: [UInt8] = []
    for index in bytes.indices {
      let byte = bytes[index]
      let capital = byte.isLetter ? byte & ~0x20 : byte
      guard isRun(capital) || marks.contains(capital) else { return nil }
      characters.append(capital)
    }
    return characters.contains(where: isRun) ? FormLine(characters: characters) : nil
  }

  /// Reads a form line.
  ///
  /// - Parameter text: The text.
  /// - Returns: The line, or nil for any other text.
  public static func parse(_ text: String) -> FormLine? { parse(text.utf8.span) }

  /// The runs alone, as ASCII characters, the newest last.
  public var runs: [UInt8] { characters.filter(Self.isRun) }

  /// The runs after the last mark, since the horse's last break; all runs without a break.
  public var runsSinceBreak: [UInt8] {
    let last = characters.lastIndex(where: Self.marks.contains)
    return Array(characters[(last.map { $0 + 1 } ?? 0)...])
  }

  /// The number of runs in the line.
  public var runCount: Int { characters.count(where: Self.isRun) }

  // MARK: - Implementation

  private static let marks = Array("-/".utf8)
  private static let letters = Array("FUPRBSCLODV".utf8)

  private static func isRun(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") <= 9 || letters.contains(byte)
  }
}

extension FormLine: CustomStringConvertible {
  /// The line in capitals.
  public var description: String { String(decoding: characters, as: UTF8.self) }
}
