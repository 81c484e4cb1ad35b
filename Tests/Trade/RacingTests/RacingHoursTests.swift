import Foundation
import Racing
import Testing

struct RacingHoursTests {
  @Test func `every country that racing has a code of has hours in a known zone`() throws {
    for (code, country) in CountryCode.iso.sorted(by: { $0.key < $1.key }) {
      let hours = try #require(RacingHours.of(country: code), "\(code)")
      #expect(hours == RacingHours.of(country: country))
      #expect(TimeZone(identifier: hours.zone) != nil, "\(hours.zone)")
      #expect((9 * 3_600_000_000...12 * 3_600_000_000).contains(hours.firstMicros), "\(code)")
    }
    #expect(RacingHours.of(country: "XX") == nil)
  }
}
