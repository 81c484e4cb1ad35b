import Columns

extension APIDate {
  /// Reads a date of an HTTP header field (RFC 9110, §5.6.7) in any of its three forms.
  ///
  /// - Parameters:
  ///   - text: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or
  ///     `Sun Nov  6 08:49:37 1994`. The weekday is not compared with the date.
  ///   - now: The time of day, µs since 1970 UTC: a two-digit year is never more than 50 years
  ///     ahead of it.
  public init?(http text: String, now: Int64) {
    var scanner = TimeScanner(text)
    let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    let long = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    guard long.contains(where: { scanner.skip($0) }) || days.contains(where: { scanner.skip($0) })
    else { return nil }
    let thisYear = APIDate(micros: now).day.civil.year
    let moment =
      scanner.skip(", ")
      ? scanner.httpMoment(in: thisYear)
      : scanner.skip(" ") ? scanner.asctimeMoment() : nil
    guard let moment, scanner.isAtEnd else { return nil }
    self = moment
  }
}

extension TimeScanner {
  /// Reads `06 Nov 1994 08:49:37 GMT` or `06-Nov-94 08:49:37 GMT`.
  fileprivate mutating func httpMoment(in thisYear: Int) -> APIDate? {
    guard let day = number(digits: 2) else { return nil }
    let year: Int?
    let month: Int?
    if skip("-") {
      month = self.month()
      guard skip("-") else { return nil }
      year = number(digits: 2).map { short in
        let near = thisYear / 100 * 100 + short
        return near > thisYear + 50 ? near - 100 : near
      }
    } else {
      guard skip(" ") else { return nil }
      month = self.month()
      guard skip(" ") else { return nil }
      year = number(digits: 4)
    }
    guard let year, let month, skip(" "), let time = clock(), skip(" GMT"),
      let date = Day(year: year, month: month, day: day)
    else { return nil }
    return APIDate(micros: Int64(date.number) * 86_400_000_000 + time)
  }

  /// Reads `Nov  6 08:49:37 1994`.
  fileprivate mutating func asctimeMoment() -> APIDate? {
    guard let month = month(), skip(" "),
      let day = skip(" ") ? number(digits: 1) : number(digits: 2), skip(" "),
      let time = clock(), skip(" "), let year = number(digits: 4),
      let date = Day(year: year, month: month, day: day)
    else { return nil }
    return APIDate(micros: Int64(date.number) * 86_400_000_000 + time)
  }

  private mutating func month() -> Int? {
    let names = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    return names.firstIndex { skip($0) }.map { $0 + 1 }
  }

  /// Reads `HH:mm:ss` as µs since midnight.
  private mutating func clock() -> Int64? {
    guard let hour = number(digits: 2), hour < 24, skip(":"), let minute = number(digits: 2),
      minute < 60, skip(":"), let second = number(digits: 2), second < 60
    else { return nil }
    return Int64(hour * 3600 + minute * 60 + second) * 1_000_000
  }
}
