import APICore
import Foundation

/// Readers of values that the service writes in several forms.
extension KeyedDecodingContainer {
  /// Reads a required flag under one of two names: the service's JSON drops `is`.
  func requiredFlag(_ key: Key, or other: Key) throws(DecodingError) -> Bool {
    guard let value = try flag(key, other) else {
      throw .dataCorruptedError(
        forKey: key, in: self, debugDescription: "found nothing; expected a flag")
    }
    return value
  }

  /// Reads a moment as ISO 8601 with `Z`, `+0000` or `+00:00`, or as milliseconds since 1970.
  func moment(_ key: Key) throws(DecodingError) -> Date? {
    guard let value = try text(key) else { return nil }
    guard let date = APIDate(value) ?? APIDate(epochMilliseconds: value) else {
      throw .dataCorruptedError(
        forKey: key, in: self, debugDescription: "found “\(value.prefix(40))”; expected a date")
    }
    return Date(date)
  }
}

extension Date {
  /// The moment in the service's form: ISO 8601 in UTC.
  var wireText: String { APIDate(self).iso }
}
