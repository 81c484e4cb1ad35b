/// Counts the requests of each day of the clock.
struct Quota: Sendable {
  private static let daySeconds: Int64 = 86_400

  private let limit: Int
  private var day: Int64 = -1
  private var used = 0

  init(limit: Int) { self.limit = limit }

  /// Takes a request.
  ///
  /// - Returns: The rest of the quota, or nil if it was used up.
  mutating func take(at time: Int64) -> QuotaState? {
    let today = time / 1_000_000 / Self.daySeconds
    if today != day { (day, used) = (today, 0) }
    guard used < limit else { return nil }
    used += 1
    return QuotaState(
      limit: limit, remaining: limit - used, resetSeconds: resetSeconds(at: time))
  }

  /// Returns the seconds to the next day.
  func resetSeconds(at time: Int64) -> Int {
    Int(Self.daySeconds - time / 1_000_000 % Self.daySeconds)
  }
}
