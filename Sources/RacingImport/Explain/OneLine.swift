extension String {
  /// The text on one line, cut where it is long.
  var oneLine: String {
    let plain = unicodeScalars.map { scalar -> Character in
      scalar.properties.generalCategory == .control || scalar.value == 0x2028
        || scalar.value == 0x2029 || scalar.value == 0xFEFF ? " " : Character(scalar)
    }
    return plain.count <= 60 ? String(plain) : String(plain.prefix(57)) + "…"
  }
}
