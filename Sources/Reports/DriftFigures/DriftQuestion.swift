/// A question about the prices of an exchange before the off.
public struct DriftQuestion: Equatable, Sendable {
  /// The columns of selections to group runners by.
  public enum Key: String, CaseIterable, Sendable {
    case jockey
    case trainer
    case horse
    case course
    case country
  }

  /// The key of the rows.
  public var key: Key
  /// The minutes before the off: the price at each is compared with the last price before the off.
  public var minutes: [Int]

  /// The largest number of minutes before the off: a week.
  public static let mostMinutes = Limits.minutesBefore
  /// The largest number of moments in one question.
  public static let mostMoments = Limits.moments

  /// Creates a question.
  ///
  /// - Parameters:
  ///   - key: The key of the rows.
  ///   - minutes: At least one number, each from 1 to ``mostMinutes``, without duplicates.
  public init(_ key: Key, minutes: [Int]) {
    precondition(!minutes.isEmpty && minutes.count <= Self.mostMoments, "some moments")
    precondition(Set(minutes).count == minutes.count, "each moment once")
    precondition(minutes.allSatisfy { (1...Self.mostMinutes).contains($0) }, "before the off")
    self.key = key
    self.minutes = minutes
  }
}
