/// Names, values and common expressions in the syntax of Spark's SQL.
package enum SQLText {
  /// Quotes a name.
  package static func name(_ name: String) -> String {
    "`" + name.replacing("`", with: "``") + "`"
  }

  /// Quotes a text.
  ///
  /// A dollar sign becomes its escaped number, because Spark replaces `${NAME}` even in texts.
  package static func text(_ text: String) -> String {
    var quoted = String.UnicodeScalarView("'".unicodeScalars)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": quoted.append(contentsOf: "\\\\".unicodeScalars)
      case "'": quoted.append(contentsOf: "\\'".unicodeScalars)
      case "$": quoted.append(contentsOf: "\\u0024".unicodeScalars)
      default: quoted.append(scalar)
      }
    }
    quoted.append("'")
    return String(quoted)
  }

  /// Quotes a pattern of `like`: `%` and `_` keep their meaning; a backslash, SQL's escape, matches
  /// itself.
  package static func pattern(_ pattern: String) -> String {
    text(pattern.replacing("\\", with: "\\\\"))
  }

  /// Returns the sum of a value; a sum of no value is 0.
  package static func sum(_ value: String) -> String {
    "CAST(COALESCE(SUM(\(value)), 0) AS BIGINT)"
  }

  /// Returns the largest value, or 0 if none is above 0.
  package static func greatest(_ value: String) -> String {
    "CAST(GREATEST(MAX(\(value)), 0) AS BIGINT)"
  }

  /// Divides an amount that is not negative, rounding half to even.
  ///
  /// - Parameters:
  ///   - amount: A whole number.
  ///   - divisor: A whole number above zero.
  ///   - word: The engine's operator that divides whole numbers and drops the remainder.
  /// - Returns: An expression of a whole number.
  package static func halfEven(
    _ amount: String, over divisor: some CustomStringConvertible, _ word: String = "div"
  ) -> String {
    let (quotient, rest) = ("((\(amount)) \(word) \(divisor))", "((\(amount)) % \(divisor))")
    return "(\(quotient) + CASE WHEN \(rest) * 2 > \(divisor) OR (\(rest) * 2 = \(divisor) AND "
      + "\(quotient) % 2 = 1) THEN 1 ELSE 0 END)"
  }
}
