extension String {
  /// The text as YAML writes it, also within a list in brackets.
  var yamlScalar: String {
    let isPlain =
      unicodeScalars.allSatisfy(Self.isPlain) && unicodeScalars.first.map(Self.opensPlain) ?? false
      && !hasSuffix(" ") && !Self.words.contains(lowercased())
    if isPlain { return self }
    var quoted = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\" + String(scalar)
      case _ where scalar.value < 0x20 || (0x7F...0xA0).contains(scalar.value):
        quoted += "\\x" + Self.hex(scalar.value, 2)
      case _ where scalar.value > 0xFFFF: quoted += "\\U" + Self.hex(scalar.value, 8)
      case _ where scalar.value > 0x7F && !scalar.properties.isAlphabetic:
        quoted += "\\u" + Self.hex(scalar.value, 4)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  private static let words: Set<String> = [
    "null", "true", "false", "yes", "no", "on", "off", "y", "n",
  ]

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    opensPlain(scalar) || scalar.properties.numericType != nil && scalar.isASCII
      || " -()+".unicodeScalars.contains(scalar)
  }

  private static func opensPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      ? scalar.properties.isAlphabetic || "_./".unicodeScalars.contains(scalar)
      : scalar.properties.isAlphabetic && scalar.value <= 0xFFFF
  }

  private static func hex(_ value: UInt32, _ width: Int) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: width - digits.count) + digits
  }
}

extension String {
  /// The text on one line, shortened if it is long.
  var oneLine: String {
    let plain = unicodeScalars.map { scalar -> Character in
      scalar.properties.generalCategory == .control || scalar.value == 0x2028
        || scalar.value == 0x2029 || scalar.value == 0xFEFF ? " " : Character(scalar)
    }
    return plain.count <= 60 ? String(plain) : String(plain.prefix(57)) + "…"
  }
}
