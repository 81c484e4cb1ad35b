/// Expressions of sums in SQL; a sum of no value is 0.
package enum SumSQL {
  /// Returns the sum of a value.
  package static func sum(_ value: String) -> String {
    "CAST(COALESCE(SUM(\(value)), 0) AS BIGINT)"
  }

  /// Returns the largest value that is not negative.
  package static func greatest(_ value: String) -> String {
    "CAST(GREATEST(MAX(\(value)), 0) AS BIGINT)"
  }
}
