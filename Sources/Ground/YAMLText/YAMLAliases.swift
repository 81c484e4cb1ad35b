/// Finds aliases that expand to more text than any file has.
///
/// An alias of a list of aliases of lists … expands to a text whose length grows with the power of
/// its depth; the parser visits all of that text if the alias is a key.
struct YAMLAliases {
  private let bytes: [UInt8]
  private var anchorCount = 0
  /// By name, the ranges of the texts that its anchors name.
  private var anchors: [[UInt8]: [Range<Int>]] = [:]
  /// By place, the length of the text before it with its aliases expanded.
  private var lengths: [Int] = [0]

  /// Returns the first line at which a text would be longer than `Limits.expandedBytes`.
  ///
  /// If the end of an anchor's text, or the anchor of an alias, is in doubt, the longest counts.
  /// Marks in texts and comments count too.
  static func tooLongLine(_ text: String) -> Int? {
    var aliases = YAMLAliases(bytes: Array(text.utf8))
    return aliases.tooLongLine()
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func tooLongLine() -> Int? {
    lengths.reserveCapacity(bytes.count + 1)
    var line = 1
    for place in bytes.indices {
      var length = lengths[place] + 1
      switch bytes[place] {
      case UInt8(ascii: "\n"): line += 1
      case UInt8(ascii: "&"):
        let name = name(after: place)
        if name.isEmpty { break }
        anchorCount += 1
        guard anchorCount <= Limits.anchors else { return line }
        anchors[Array(name), default: []].append(place..<end(ofAnchorBefore: name.endIndex))
      case UInt8(ascii: "*"):
        let name = name(after: place)
        if name.isEmpty { break }
        let known = anchors[Array(name)] ?? []
        length +=
          known.map { lengths[min($0.upperBound, place)] - lengths[$0.lowerBound] }.max() ?? 0
        if length > Limits.expandedBytes { return line }
      default: break
      }
      lengths.append(length)
    }
    return nil
  }

  // MARK: - Implementation

  /// Finds the end of an anchor's text: a list or members in brackets, or all lines with more
  /// indentation than the anchor's line.
  private func end(ofAnchorBefore start: Int) -> Int {
    var scan = YAMLScan()
    let lineStart = bytes[..<start].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let indent = bytes[lineStart...].prefix { $0 == UInt8(ascii: " ") }.count
    var isOnLine = true
    var wasOpen = false
    var place = start
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "\n"), !scan.isOpen {
        let spaces = bytes[(place + 1)...].prefix { $0 == UInt8(ascii: " ") }.count
        let next = place + 1 + spaces
        let isText = next < bytes.count && !"\n\r#".utf8.contains(bytes[next])
        // The items of a list may have the indentation of its name.
        let isInside =
          spaces > indent || spaces == indent && bytes[min(next, bytes.count - 1)] == 0x2D
        if isText, !isInside { return place }
      }
      isOnLine = isOnLine && (bytes[place] != UInt8(ascii: "\n") || scan.isOpen)
      scan.take(bytes[place])
      place += 1
      // The closing bracket of one opened on the anchor's line ends the anchor's text.
      wasOpen = wasOpen || scan.depth > 0
      if wasOpen, isOnLine, !scan.isOpen { return place }
    }
    return place
  }

  /// Returns the name after a mark.
  private func name(after place: Int) -> ArraySlice<UInt8> {
    bytes[(place + 1)...].prefix(while: Self.isNameByte)
  }

  /// Whether a byte may occur in an anchor's name.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}

/// The brackets and quotes that are open at a place of a YAML text.
private struct YAMLScan {
  private(set) var depth = 0
  private var quote: UInt8?
  private var isEscaped = false
  private var isComment = false
  /// The last byte that is no blank, and whether blanks follow it.
  private var last = UInt8(ascii: "\n")
  private var isBehindBlank = true

  /// Whether a list, members or a text is still open.
  var isOpen: Bool { depth > 0 || quote != nil }

  mutating func take(_ byte: UInt8) {
    if let open = quote {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\"), open == UInt8(ascii: "\"") {
        isEscaped = true
      } else if byte == open {
        quote = nil
      }
    } else if byte == UInt8(ascii: "\n") {
      isComment = false
    } else if !isComment {
      switch byte {
      case UInt8(ascii: "#") where isBehindBlank: isComment = true
      // A quote within a word is a letter.
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if "[{,:-?\n".utf8.contains(last) || isBehindBlank { quote = byte }
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
      default: break
      }
    }
    isBehindBlank =
      byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n")
    if !isBehindBlank { last = byte }
  }
}
