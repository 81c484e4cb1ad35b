import Columns
import Testing

struct IdentifierValueTests {
  private static let uuid = "550e8400-e29b-41d4-a716-44665544000a"

  @Test(arguments: [
    [uuid, uuid.uppercased(), "{\(uuid)}", "urn:uuid:\(uuid)", "URN:UUID:" + uuid.uppercased()],
    [uuid, uuid.filter { $0 != "-" }, "550E8400E29B41D4A71644665544000A"],
    ["\(uuid):2", uuid.uppercased() + ":2"],
    ["7", "007", "+7", "7.0", "7.00", "+07.0"],
    ["0", "000", "-0", "0.0"],
    ["-7", "-07", "-7.0"],
    [
      "2024-10-01T10:00:00Z", "2024-10-01T12:00:00+02:00", "2024-10-01t10:00:00.000z",
      "2024-10-01T10:00Z", "2024-10-01T04:30:00-0530", "2024-10-01T10:00:00-00:00",
      "2024-10-01 10:00:00Z", "2024-10-01 10:00:00z", "2024-10-01 12:00:00.0+02:00",
      "2024-10-01 10:00Z",
    ],
    [
      "2024-10-01T10:00:00.25Z", "2024-10-01T10:00:00.250000Z", "2024-10-01 10:00:00.2500000000Z",
    ],
    ["2024-10-01T10:00:00.1234567Z", "2024-10-01t12:00:00.12345670+02:00"],
    // The leap second at the end of 2016, in London and an hour ahead of it.
    ["2016-12-31T23:59:60Z", "2017-01-01T00:59:60+01:00", "2016-12-31 23:59:60.00z"],
    ["2016-12-31T23:59:60.5Z", "2016-12-31T23:59:60.50-00:00"],
    [String(repeating: "9f", count: 32), String(repeating: "9F", count: 32)],
  ])
  func `spellings of one identifier have one value`(spellings: [String]) {
    for text in spellings { #expect(IdentifierValue.of(text) == spellings[0], "\(text)") }
    #expect(IdentifierValue.of(spellings[0]) == spellings[0], "a value is its own")
  }

  @Test(arguments: [
    ("2024-10-01T10:00:00.1234567Z", "2024-10-01T10:00:00.1234568Z"),
    ("2024-10-01T10:00:00.0000001Z", "2024-10-01T10:00:00Z"),
    ("2024-10-01T10:00:00.1234567Z", "2024-10-01T10:00:00.123456Z"),
    ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"),
    ("2016-12-31T23:59:60Z", "2016-12-31T23:59:59Z"),
    ("007", "70"), ("-7", "7"),
  ])
  func `values that differ in the last digit are two`(left: String, right: String) {
    #expect(IdentifierValue.of(left) != IdentifierValue.of(right))
  }

  @Test(arguments: [
    "A007", "S246", "1.10", "4067574.1", "4067574.10", "12e4", "1e5", "", "+", "-", ".0", "7.",
    "2016-01-01-ST-01", "rp-007", "1:15", "01:15", "2024-10-01 10:00:00", "2024-10-01T10:00:00",
    "2024-10-01  10:00:00Z", "2024-10-01T24:00:00Z", "2024-10-01T10:00:60Z",
    "2024-09-30T23:59:60Z", "2024-10-01T10:00:61Z", "2024-10-01T10:00:00.Z", "2024-10-01T10:00:",
    "2024-10-01T10:00:00.5",
    "550e8400-e29b-41d4-a716-44665544000", "x550E8400-e29b-41d4-a716-44665544000a",
    "{550E8400-e29b-41d4-a716-44665544000a", "DEADBEEF", "２", "Grün",
  ])
  func `any other text stands for itself`(text: String) {
    #expect(IdentifierValue.of(text) == text || text.hasPrefix("{"))
  }

  @Test func `numbers between the marks of a joined identifier go by value`() {
    #expect(IdentifierValue.of("rp-0012", isJoined: true) == "rp-12")
    #expect(
      IdentifierValue.of("2024-05-02-ST-01", isJoined: true)
        == IdentifierValue.of("2024-5-2-ST-1", isJoined: true))
    #expect(IdentifierValue.of("x-01:15-A007", isJoined: true) == "x-01:15-A007")
    #expect(
      IdentifierValue.of("s-2024-10-01T12:00:00.000+02:00-Ayr", isJoined: true)
        == "s-2024-10-01T10:00:00Z-Ayr")
  }

  @Test func `an identifier is looked for by its value, itself and its capitals`() {
    let capitals = Self.uuid.uppercased()
    #expect(IdentifierValue.spellings(of: Self.uuid) == [Self.uuid, capitals])
    #expect(IdentifierValue.spellings(of: capitals) == [Self.uuid, capitals])
    #expect(IdentifierValue.spellings(of: "007") == ["7", "007"])
    #expect(IdentifierValue.spellings(of: "ticket_7") == ["ticket_7"])
  }
}
