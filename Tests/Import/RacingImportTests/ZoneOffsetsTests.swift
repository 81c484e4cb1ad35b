import Columns
import Foundation
import TestSupport
import Testing
@testable import RowReading

/// The offsets of time zones, against the IANA rules as Python's `zoneinfo` reads them.
struct ZoneOffsetsTests {
  /// A zone, a time written as UTC or as local time, and the offset then in seconds.
  struct Known: CustomTestStringConvertible {
    let zone: String
    let time: String
    let offset: Int64

    init(_ zone: String, _ time: String, _ offset: Int64) {
      (self.zone, self.time, self.offset) = (zone, time, offset)
    }

    var testDescription: String { "\(zone) \(time)" }

    var micros: Int64 {
      get throws {
        try #require(Moment.micros(time, [.minutes, .unzoned]))
      }
    }
  }

  /// By IANA's files: the minute before a change, the change, and times that are there twice or not
  /// at all.
  private static let local = [
    // The clocks went back at 00:01.
    Known("America/St_Johns", "2005-10-29T22:59:00Z", -9000),
    Known("America/St_Johns", "2005-10-30T00:00:00Z", -9000),
    Known("America/St_Johns", "2005-10-30T00:30:00Z", -12600),
    Known("Asia/Hong_Kong", "1979-05-13T03:29:00Z", 28800),
    Known("Asia/Hong_Kong", "1979-05-13T03:45:00Z", 28800),
    Known("Asia/Hong_Kong", "1979-05-13T04:30:00Z", 32400),
    Known("Australia/Lord_Howe", "2037-04-05T01:15:00Z", 39600),
    Known("Australia/Lord_Howe", "2037-04-05T01:45:00Z", 39600),
    Known("Australia/Lord_Howe", "2037-04-05T02:00:00Z", 37800),
    Known("Pacific/Chatham", "2037-09-27T02:44:00Z", 45900),
    Known("Pacific/Chatham", "2037-09-27T03:45:00Z", 49500),
    Known("Europe/London", "1967-03-19T01:59:00Z", 0),
    Known("Europe/London", "1967-03-19T02:30:00Z", 0),
    Known("Europe/London", "1967-03-19T03:00:00Z", 3600),
    Known("Europe/London", "1970-06-01T12:00:00Z", 3600),
    Known("America/New_York", "1967-10-29T01:30:00Z", -14400),
    Known("America/New_York", "1967-10-29T02:00:00Z", -18000),
    Known("Europe/London", "2024-10-27T00:59:00Z", 3600),
    Known("Europe/London", "2024-10-27T01:30:00Z", 3600),
    Known("Europe/London", "2024-10-27T02:00:00Z", 0),
  ]
  private static let utc = [
    Known("America/St_Johns", "2005-10-30T02:30:00Z", -9000),
    Known("America/St_Johns", "2005-10-30T02:31:00Z", -12600),
    Known("Europe/London", "1967-03-19T01:59:59Z", 0),
    Known("Europe/London", "1967-03-19T02:00:00Z", 3600),
    Known("Africa/Monrovia", "1972-01-07T00:44:29Z", -2670),
    Known("Africa/Monrovia", "1972-01-07T00:44:30Z", 0),
  ]

  @Test(arguments: local)
  func `a local time has the offset of its moment`(known: Known) throws {
    var zone = ZoneOffsets(known.zone)
    #expect(zone.seconds(at: try known.micros) == known.offset)
  }

  @Test(arguments: utc)
  func `a moment has the offset of the rules`(known: Known) throws {
    var zone = ZoneOffsets(known.zone)
    #expect(zone.seconds(atUTC: try known.micros) == known.offset)
  }

  @Test func `an offset does not depend on the times that were asked for before`() throws {
    for known in [Self.local, Self.local.reversed()] {
      var zones: [String: ZoneOffsets] = [:]
      for time in known {
        let offset = try zones[time.zone, default: ZoneOffsets(time.zone)].seconds(at: time.micros)
        #expect(offset == time.offset, "\(time.testDescription)")
      }
    }
  }

  @Test func `Foundation alone gives the same where the system has no file`() throws {
    for (known, isUTC) in Self.local.map({ ($0, false) }) + Self.utc.map({ ($0, true) }) {
      let rules = ZoneRules(try #require(TimeZone(identifier: known.zone)), file: nil)
      let seconds = try known.micros / 1_000_000
      let offset = isUTC ? rules.offset(at: seconds) : rules.offset(ofLocal: seconds)
      #expect(offset == known.offset, "\(known.testDescription)")
    }
  }

  @Test func `a file of an earlier version, or none at all, states nothing`() {
    #expect(ZoneFile(Array("TZif".utf8) + [UInt8](repeating: 0, count: 60)) == nil)
    #expect(ZoneFile([]) == nil && ZoneFile(named: "Nowhere/Town") == nil)
  }

  /// Per change: the seconds around it in UTC, and by both clocks in local time.
  private static let script = """
    import datetime as d, os, struct, zoneinfo
    start, utc = d.datetime(1970, 1, 1), d.timezone.utc
    low, high = -2208988800, 2208988800
    def changes(name):
        for folder in zoneinfo.TZPATH:
            path = os.path.join(folder, name)
            if os.path.isfile(path):
                break
        else:
            return []
        data = open(path, "rb").read()
        head = lambda at: struct.unpack(">4sc15x6l", data[at:at + 44])
        one = head(0)
        two = 44 + one[5] * 5 + one[6] * 6 + one[7] + one[4] * 8 + one[3] + one[2]
        count = head(two)[5]
        return list(struct.unpack(f">{count}q", data[two + 44:two + 44 + 8 * count]))
    for name in sorted(zoneinfo.available_timezones()):
        zone = zoneinfo.ZoneInfo(name)
        def of_utc(t):
            at = (start + d.timedelta(seconds=t)).replace(tzinfo=utc).astimezone(zone)
            return int(at.utcoffset().total_seconds())
        def of_local(t):
            at = (start + d.timedelta(seconds=t)).replace(tzinfo=zone)
            return int(at.utcoffset().total_seconds())
        late = list(range(2145916800, high, 86400 * 40))
        for t in [t for t in changes(name) + late if low <= t < high]:
            for x in (t - 1, t):
                print(name, "u", x, of_utc(x))
            for o in {of_utc(t - 1), of_utc(t)}:
                for x in (-1800, -1, 0, 1800):
                    print(name, "l", t + o + x, of_local(t + o + x))
    """

  @Test func `all zones' changes since 1900 are those of zoneinfo, in both directions`() throws {
    let run = try Python.run(Self.script)
    guard run.exitCode == 0, run.stdout.utf8.count > 1_000_000 else {
      print("skipped: found no zoneinfo with the system's zones: \(run.stderr.suffix(200))")
      return
    }
    var zones: [Substring: ZoneOffsets] = [:]
    var (count, wrong) = (0, [Substring]())
    for line in run.stdout.split(separator: "\n") {
      let parts = line.split(separator: " ")
      // Foundation decides what a zone is; the system may have more names.
      guard TimeZone(identifier: String(parts[0])) != nil else { continue }
      let micros = try #require(Int64(parts[2])) * 1_000_000
      let offset =
        parts[1] == "u"
        ? zones[parts[0], default: ZoneOffsets(String(parts[0]))].seconds(atUTC: micros)
        : zones[parts[0], default: ZoneOffsets(String(parts[0]))].seconds(at: micros)
      count += 1
      if String(offset) != parts[3] { wrong.append(line) }
    }
    #expect(wrong.isEmpty, "\(wrong.count) of \(count), such as \(wrong.prefix(5))")
    #expect(count > 100_000)
  }

  @Test(arguments: [
    ["a,2005-10-30,00:00,A", "b,2005-10-30,00:30,B"],
    ["b,2005-10-30,00:30,B", "a,2005-10-30,00:00,A"],
  ])
  func `rows of one hour have their own offsets, in any order`(lines: [String]) throws {
    let yaml = """
      name: test
      tables:
        t:
          feeds: runners
          fields:
            race_id: id
            date: day
            off_time: {column: clock, format: "HH:mm", zone: America/St_Johns}
            horse: horse
      """
    let store = TestStore()
    try store.add("id,day,clock,horse\n" + lines.joined(separator: "\n") + "\n", yaml: yaml)
    let offs = Dictionary(
      uniqueKeysWithValues: try store.rows().map { ($0["race_id"]!, $0["off_time"]!) })
    #expect(offs["a"] == "2005-10-30 02:30:00.000000Z")
    #expect(offs["b"] == "2005-10-30 04:00:00.000000Z")
  }

  @Test func `the day of a moment in a zone is the day of that moment`() throws {
    let yaml = mapping(
      "off_time: {column: off_time}", "horse: {column: horse}"
    ).replacing(
      "date: {column: date}",
      with:
        "date: {column: off_time, format: \"YYYY-MM-DD'T'HH:mm:ssZ\", in_zone: America/St_Johns}")
    let store = TestStore()
    let moments = ["2005-10-30T02:30:00Z", "2005-10-30T02:31:00Z", "1967-10-29T02:29:00Z"]
    let rows = moments.enumerated().map { "r\($0.offset),\($0.element),A\n" }
    try store.add("race_id,off_time,horse\n" + rows.joined(), yaml: yaml)
    let days = Dictionary(
      uniqueKeysWithValues: try store.rows().map { ($0["race_id"]!, $0["date"]!) })
    // Until 00:01 of the 30th; then it is 23:01 of the 29th once more.
    #expect(days == ["r0": "2005-10-30", "r1": "2005-10-29", "r2": "1967-10-28"])
  }
}
