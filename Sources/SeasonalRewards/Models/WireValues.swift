import APICore
import Foundation

/// Reading of what the service writes in one way or another.
extension KeyedDecodingContainer {
  /// A flag that must be there under one of two names: the service's JSON drops `is`.
  func requiredFlag(_ key: Key, or other: Key) throws(DecodingError) -> Bool {
    guard let value = try flag(key, other) else {
      throw .dataCorruptedError(
        forKey: key, in: self, debugDescription: "found nothing; expected a flag")
    }
    return value
  }

  /// A moment as ISO 8601 with `Z`, `+0000` or `+00:00`, or as milliseconds since 1970.
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
  /// The moment as the service reads it: ISO 8601 in UTC.
  var wireText: String { APIDate(self).iso }
}
