import Foundation

extension Date {
  /// The moment, as far as a `Date` can tell it.
  public init(_ moment: APIDate) { self.init(timeIntervalSince1970: Double(moment.micros) / 1e6) }
}

extension APIDate {
  /// The moment to the nearest µs.
  public init(_ date: Date) {
    self.init(micros: Int64((date.timeIntervalSince1970 * 1e6).rounded()))
  }
}
