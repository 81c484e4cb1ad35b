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
    var text = text
    let thisYear = APIDate(micros: now).day.civil.year
    // Safety: the scanner lives no longer than the text that it is lent.
    let moment = text.withUTF8 { text -> APIDate? in
      var scanner = TimeScanner(text)
      guard let moment = scanner.httpDate(in: thisYear), scanner.isAtEnd else { return nil }
      return moment
    }
    guard let moment else { return nil }
    self = moment
  }
}

extension TimeScanner {
  /// Reads a weekday and a date after it.
  fileprivate mutating func httpDate(in thisYear: Int) -> APIDate? {
    let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    let long = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    guard long.contains(where: { skip($0) }) || days.contains(where: { skip($0) }) else {
      return nil
    }
    return skip(", ") ? httpMoment(in: thisYear) : skip(" ") ? asctimeMoment() : nil
  }

  /// Reads `06 Nov 1994 08:49:37 GMT` or `06-Nov-94 08:49:37 GMT`.
  private mutating func httpMoment(in thisYear: Int) -> APIDate? {
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
  private mutating func asctimeMoment() -> APIDate? {
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
    guard let hour = number(digits: 2, in: 0...23), skip(":"),
      let minute = number(digits: 2, in: 0...59), skip(":"),
      let second = number(digits: 2, in: 0...59)
    else { return nil }
    return Int64(hour * 3600 + minute * 60 + second) * 1_000_000
  }

  private mutating func number(digits: Int, in range: ClosedRange<Int> = 0...9999) -> Int? {
    number(digits: digits...digits, in: range)
  }
}
