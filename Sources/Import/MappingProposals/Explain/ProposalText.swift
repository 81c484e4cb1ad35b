import YAMLText

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

extension [String] {
  /// One text, or a list of texts, as YAML writes it in braces.
  var yamlList: String {
    let texts = map { $0.contains("[") || $0.contains("'") ? "\"\($0)\"" : $0.yamlScalar }
    return texts.count == 1 ? texts[0] : "[" + texts.joined(separator: ", ") + "]"
  }
}
