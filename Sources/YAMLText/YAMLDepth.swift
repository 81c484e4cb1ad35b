/// Finds nesting that would exhaust the stack of the recursive YAML parser.
enum YAMLDepth {
  /// The limit on nested brackets, and on list marks in one line; real files stay far below it.
  static let limit = 100

  /// Returns the first line with brackets, or list marks before any text, that may be nested too
  /// deeply.
  ///
  /// Brackets in texts and comments count too. Nesting by indentation alone needs one line per
  /// level, each longer than the one before.
  static func tooDeepLine(_ text: String) -> Int? {
    var (line, brackets, marks) = (1, 0, 0)
    var isLead = true
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\n"): (line, marks, isLead) = (line + 1, 0, true)
      case UInt8(ascii: "["), UInt8(ascii: "{"): (brackets, isLead) = (brackets + 1, false)
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        (brackets, isLead) = (max(0, brackets - 1), false)
      case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"): marks += isLead ? 1 : 0
      case UInt8(ascii: " "): break
      default: isLead = false
      }
      if brackets > limit || marks > limit { return line }
    }
    return nil
  }
}
