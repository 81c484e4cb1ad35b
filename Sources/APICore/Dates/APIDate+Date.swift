import Foundation

extension Date {
  /// Makes the nearest date that a `Date` can represent.
  public init(_ moment: APIDate) { self.init(timeIntervalSince1970: Double(moment.micros) / 1e6) }
}

extension APIDate {
  /// Makes the moment of a date, to the nearest µs.
  public init(_ date: Date) {
    self.init(micros: Int64((date.timeIntervalSince1970 * 1e6).rounded()))
  }
}
