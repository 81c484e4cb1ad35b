import Racing
import TestSupport
import Testing

struct DistanceTests {
  /// Text, unit of the column, and ten-thousandths of a metre.
  @Test(
    arguments: [
      ("1200m", nil, 12_000_000), ("1200 M", nil, 12_000_000), ("99.5m", nil, nil),
      ("99m", .metres, 990_000), ("1.5km", nil, 15_000_000), ("1800 metres", nil, 18_000_000),
      ("1m", nil, 16_093_440), ("1 mile 70 yards", nil, 16_733_520), ("1mi", nil, 16_093_440),
      ("2M4F127Y", nil, 41_394_888), ("½m", nil, 8_046_720), ("6 furlongs", nil, 12_070_080),
      ("1m 110yds", nil, 17_099_280), ("1⅛ miles", nil, 18_105_120), ("5-1/2f", nil, 11_064_240),
      ("1200", .metres, 12_000_000), ("1200.0", .metres, 12_000_000),
      ("8.5", .furlongs, 17_099_280),
      ("5 1/2", .furlongs, 11_064_240), ("1 1/16", .miles, 17_099_280),
      ("1760", .yards, 16_093_440),
      ("5½f", .metres, 11_064_240), ("100m", .milesFurlongsYards, nil),
      ("20m", .milesFurlongsYards, 321_868_800), ("1/3f", nil, 670_560),
      ("1200", nil, nil), ("1200", .milesFurlongsYards, nil), ("", nil, nil), ("f", nil, nil),
      ("0m", nil, nil), ("0", .metres, nil), ("-1200", .metres, nil), ("3f2m", nil, nil),
      ("2f3f", nil, nil), ("1m8f", nil, nil), ("5f220y", nil, nil), ("1m2", nil, nil),
      ("1200 1200", .metres, nil), ("1200m 5y", nil, nil), ("1km 200m", nil, nil),
      ("100.1km", nil, nil), ("100km", nil, 1_000_000_000), ("5/4f", nil, nil),
      ("1.5 1/2f", nil, nil),
      ("2m3fx", nil, nil), ("1,200m", nil, nil), ("1e3m", nil, nil), ("NaN", .metres, nil),
      ("99999999999999999999m", nil, nil), ("1 1/1000 miles", nil, nil),
    ] as [(String, DistanceUnit?, Int64?)])
  func `a distance is read exactly`(text: String, unit: DistanceUnit?, units: Int64?) {
    #expect(Distance.parse(text, unit: unit)?.units == units)
  }

  @Test(
    arguments: [
      ("1m", 1609, 1760), ("5f", 1006, 1100), ("2m4f127y", 4139, 4527), ("1200m", 1200, 1312),
      ("1m½f", 1710, 1870), ("0.5y", 0, 0), ("1.5y", 1, 2),
    ] as [(String, Int32, Int32)])
  func `whole metres and yards are the nearest`(text: String, metres: Int32, yards: Int32) {
    let distance = Distance.parse(text, unit: nil)
    #expect(distance?.metres == metres)
    #expect(distance?.yards == yards)
  }

  @Test func `distances order, and print exact metres`() throws {
    let five = try #require(Distance.parse("5f", unit: nil))
    let kilometre = try #require(Distance.parse("1km", unit: nil))
    #expect(kilometre < five)
    #expect(five.description == "1005.84 metres")
    #expect(Distance(units: 0) == nil)
    #expect(Distance(units: Distance.maximumUnits + 1) == nil)
  }

  @Test func `what is printed reads back, in metres and in miles, furlongs and yards`() {
    var generator = SeededGenerator(81)
    for _ in 0..<5000 {
      let units = Int64.random(in: 1...Distance.maximumUnits, using: &generator)
      let text = Distance(units: units)?.description ?? ""
      #expect(Distance.parse(text, unit: nil)?.units == units, "seed \(SeededGenerator.seed)")

      let yards = Int64.random(in: 1...100_000, using: &generator)
      let mixed = "\(yards / 1760)m\(yards / 220 % 8)f\(yards % 220)y"
      let distance = Distance.parse(mixed, unit: nil)
      #expect(distance?.units == yards * 9144, "\(mixed), seed \(SeededGenerator.seed)")
      #expect(distance?.yards == Int32(yards), "\(mixed), seed \(SeededGenerator.seed)")
    }
  }
}
