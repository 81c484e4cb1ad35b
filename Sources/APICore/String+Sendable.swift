extension String {
  /// What keeps a header field from carrying the text, in words; nil where nothing does.
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
