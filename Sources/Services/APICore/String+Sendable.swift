extension String {
  /// The kind of character that a header field cannot carry, in words; nil if there is none.
  var unsendable: String? {
    for scalar in unicodeScalars {
      switch scalar.value {
      case 10, 13: return "a line break"
      case 0..<32, 127: return "a control character"
      default: continue
      }
    }
    return nil
  }
}
