extension String {
  /// The text as YAML writes it, also within a list in brackets: plain where it may be.
  package var yamlScalar: String {
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

  /// The text as YAML writes a word that may look like a number: ``yamlScalar``, always in quotes.
  package var yamlWord: String {
    let scalar = yamlScalar
    return scalar.hasPrefix("\"") ? scalar : "\"\(scalar)\""
  }

  /// The text in YAML's double quotes; characters that are not printable are escaped.
  ///
  /// Registered angles are compared by this form, byte for byte.
  package var yamlDoubleQuoted: String {
    var quoted = "\""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse:
        quoted += "\\U" + Self.hex(scalar.value, 8).uppercased()
      default:
        if scalar == "\"" || scalar == "\\" { quoted += "\\" }
        quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// The text in YAML's single quotes, which escape nothing: for a text of one line.
  ///
  /// Imports by a mapping with added defaults are recognised by this form, byte for byte.
  package var yamlSingleQuoted: String {
    let doubled = unicodeScalars.replacing("'".unicodeScalars, with: "''".unicodeScalars)
    return "'\(String(doubled))'"
  }

  // MARK: - Implementation

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
