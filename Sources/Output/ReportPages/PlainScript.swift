/// A script without the parts that only its human readers need: comments, indentation, spaces
/// beside punctuation, and semicolons at the end of a block.
///
/// The rest stays as written, names and texts included. A template must not contain a template,
/// statements must end in a semicolon or a block, and no loop may have an empty body.
enum PlainScript {
  /// Removes white space and comments from a script.
  static func text(of source: [UInt8]) -> String {
    var plain: [UInt8] = []
    var gap = Gap.none
    var at = 0
    while at < source.count {
      let rest = source[at...]
      if rest.starts(with: "//".utf8) {
        at = rest.firstIndex(of: UInt8(ascii: "\n")) ?? source.count
      } else if rest.starts(with: "/*".utf8) {
        let ends = rest.indices.dropFirst(4)
        at = ends.first { source[$0 - 2..<$0].elementsEqual("*/".utf8) } ?? source.count
        gap = max(gap, .space)
      } else if let space = Gap(source[at]) {
        gap = max(gap, space)
        at += 1
      } else {
        if gap.counts(between: plain.last, source[at]) {
          plain.append(UInt8(ascii: gap == .line ? "\n" : " "))
        }
        gap = .none
        if source[at] == UInt8(ascii: "}"), plain.last == UInt8(ascii: ";") { plain.removeLast() }
        let end = literalEnd(rest, after: plain.last) ?? at + 1
        plain += source[at..<end]
        at = end
      }
    }
    return String(decoding: plain, as: UTF8.self)
  }

  // MARK: - Implementation

  /// White space between two symbols or words.
  private enum Gap: Comparable {
    case none, space, line

    init?(_ byte: UInt8) {
      switch byte {
      case UInt8(ascii: " "): self = .space
      case UInt8(ascii: "\n"): self = .line
      default: return nil
      }
    }

    /// Whether removing it would change the script's meaning.
    func counts(between left: UInt8?, _ right: UInt8) -> Bool {
      guard let left else { return false }
      switch self {
      case .none: return false
      case .space:
        return isWord(left) && isWord(right) || left == right && "+-".utf8.contains(left)
      case .line: return !"{};,([=>&|?:".utf8.contains(left) && !"}.?:)]".utf8.contains(right)
      }
    }

    private func isWord(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
        true
      default: false
      }
    }
  }

  /// Returns the end of a quoted text, a template or a pattern; nil if none begins here.
  private static func literalEnd(_ rest: ArraySlice<UInt8>, after previous: UInt8?) -> Int? {
    guard let mark = rest.first else { return nil }
    let slash = UInt8(ascii: "/")
    // A slash after a value divides.
    let isPattern =
      mark == slash && (previous.map { "(,=:[!&|?{};\n".utf8.contains($0) } ?? true)
    guard "'\"`".utf8.contains(mark) || isPattern else { return nil }
    var (at, isInSet) = (rest.startIndex + 1, false)
    while at < rest.endIndex, rest[at] != mark || isInSet {
      if isPattern && rest[at] == UInt8(ascii: "[") { isInSet = true }
      if isPattern && rest[at] == UInt8(ascii: "]") { isInSet = false }
      at += rest[at] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(at + 1, rest.endIndex)
  }
}
