import APICore
import Foundation

/// Reading of what the service writes in one way or another.
extension KeyedDecodingContainer {
  /// A text that must be there; a number counts as its text, for years come as either.
  func requiredText(_ key: Key) throws(DecodingError) -> String {
    guard let value = try text(key) else { throw missing(key, "a text") }
    return value
  }

  /// A whole number that must be there.
  func requiredInteger(_ key: Key) throws(DecodingError) -> Int {
    guard let value = try integer(key) else { throw missing(key, "a whole number") }
    return value
  }

  /// A flag that must be there under one of two names: the service's JSON drops `is`.
  func requiredFlag(_ key: Key, or other: Key) throws(DecodingError) -> Bool {
    guard let value = try flag(key, other) else { throw missing(key, "a flag") }
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

  // MARK: - Implementation

  private func missing(_ key: Key, _ expected: String) -> DecodingError {
    .dataCorruptedError(
      forKey: key, in: self, debugDescription: "found nothing; expected \(expected)")
  }
}

extension Date {
  /// The moment, as far as a `Date` can tell it.
  init(_ moment: APIDate) { self.init(timeIntervalSince1970: Double(moment.micros) / 1e6) }

  /// The moment as the service reads it: ISO 8601 in UTC.
  var wireText: String { APIDate(self).iso }
}

extension APIDate {
  /// The moment to the nearest µs.
  init(_ date: Date) { self.init(micros: Int64((date.timeIntervalSince1970 * 1e6).rounded())) }
}
