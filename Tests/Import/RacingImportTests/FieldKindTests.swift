import Testing

struct FieldKindTests {
  /// Imports a row that holds a value in a field, with and without quotes around it: text without
  /// quotes is read in place, short cells of it as machine words.
  private func value(_ field: String, _ text: String) throws -> (value: String?, reasons: [String])
  {
    let quoted = try value(field, of: "\"\(text)\"")
    guard !text.contains(where: { ",\"".contains($0) }) else { return quoted }
    let plain = try value(field, of: text)
    #expect(plain == quoted, "without quotes")
    return quoted
  }

  private func value(_ field: String, of cell: String) throws -> (value: String?, reasons: [String])
  {
    let store = TestStore()
    // More text follows the cell, as is usual.
    let imported = try store.add(
      "race_id,date,horse,\(field)\nr1,2024-05-06,Ann,\(cell)\nr2,2024-05-07,Somebody else,\n")
    guard imported.stored == 2 else { return (nil, Array(imported.reasons.keys)) }
    return (try store.values(field)[0], [])
  }

  @Test(arguments: [
    ("number", "7", "7"), ("number", "7.0", "7"), ("distance_m", "1140.0", "1140"),
    ("distance_m", "1140.", "1140"), ("draw", " 12 ", "12"), ("draw", "   ", ""),
    ("age", "007", "7"), ("official_rating", "-3", "-3"), ("race_no", "32767", "32767"),
    ("weight_lb", "126.5", "126.5"), ("weight_lb", "126.0000005", "126"),
    ("weight_lb", "126.0000015", "126.000002"), ("prize", "0.0000025", "0.000002"),
    ("beaten_lengths", "2.75", "2.75"), ("beaten_lengths", "-0.5", "-0.5"),
    ("sp", "2.50", "2.5"), ("sp", "1", "1"), ("sp", "1.000001", "1.000001"),
    ("bsp", "1000000", "1000000"),
    ("handicap", "true", "true"), ("handicap", "No", "false"), ("handicap", "1", "true"),
    ("horse_id", " H 1 ", "H 1"), ("course", "Ascot, \"\"GB\"\"", "Ascot, \"GB\""),
  ])
  func `a value is read`(field: String, text: String, expected: String) throws {
    let (value, _) = try value(field, text)
    #expect(value == expected)
  }

  @Test(arguments: [
    ("number", "7.5"), ("number", "."), ("number", "+"), ("number", "7a"),
    ("position", "32768"), ("number", "-32769"), ("place_won", "maybe"),
    ("off_time", "14:30"), ("off_time", "2024-05-06T24:00Z"),
    ("off_time", "2024-02-30T10:00Z"), ("off_time", "2024-05-06T10:00 BST"),
  ])
  func `a row with a value that cannot be read is rejected for that field`(
    field: String, text: String
  ) throws {
    let (value, reasons) = try value(field, text)
    #expect(value == nil)
    #expect(reasons == [field])
  }

  @Test(arguments: [
    ("draw", "-"), ("draw", "x"), ("distance_m", "2147483648"), ("age", "99999999999999999999"),
    ("weight_lb", "heavy"), ("weight_lb", "-1"), ("prize", "1e6"), ("prize", "1,000"),
    ("beaten_lengths", "9223372036855"), ("sp", "0.999999"), ("bsp", "1.0000004"), ("sp", "0.5"),
    ("sp", "-3"), ("sp", "NaN"), ("sp", "inf"), ("sp", "1e400"), ("sp", "1000000.1"),
    ("bsp", "1.0"), ("place_bsp", "0"), ("sp", "5/2"), ("handicap", "maybe"),
  ])
  func `a fact that cannot be read, or is none, is left empty`(field: String, text: String) throws {
    let (value, _) = try value(field, text)
    #expect(value == "")
  }

  @Test(arguments: [
    ("2024-05-06T14:30:00Z", "2024-05-06 14:30:00.000000Z"),
    ("2024-05-06 14:30", "2024-05-06 14:30:00.000000Z"),
    ("2024-05-06T14:30:00+01:00", "2024-05-06 13:30:00.000000Z"),
    ("2024-05-06T23:30:00.25-0530", "2024-05-07 05:00:00.250000Z"),
    ("2024-05-06T00:10:00.1234567+10:00", "2024-05-05 14:10:00.123456Z"),
  ])
  func `an off time is kept in UTC`(text: String, expected: String) throws {
    let (value, _) = try value("off_time", text)
    #expect(value == expected)
  }

  @Test(arguments: [
    "2023-02-29", "2024-13-01", "2024-00-10", "2024-04-31", "24-01-01", "2024/01/01", "0000-01-01",
    "2024-1-1", "", "  ", "yesterday", "2024-01-01T00:00:00",
  ])
  func `a row without an existing day is rejected`(date: String) throws {
    let store = TestStore()
    let imported = try store.add("race_id,date,horse,position\nr1,\(date),Ann,1\n")
    #expect(imported.counts == [1, 0, 0, 1])
    #expect(imported.reasons == ["date": 1])
  }

  @Test func `a row without a race key is rejected`() throws {
    let store = TestStore()
    let imported = try store.add("race_id,date,horse\n  ,2024-01-01,Ann\nr1,2024-02-29,Bea\n")
    #expect(imported.reasons == ["race_id": 1])
    #expect(try store.values("date") == ["2024-02-29"])
  }

  @Test func `the first field that cannot be read is the reason`() throws {
    let store = TestStore()
    try store.add("race_id,date,number,sp\nr1,2024-01-01,x,y\n")
    #expect(try store.rejects().map(\.detail) == ["found x; expected a whole number"])
  }

  @Test func `names are kept in NFC and invalid UTF-8 is rejected`() throws {
    let store = TestStore()
    var bytes = Array("race_id,date,horse,jockey\n".utf8)
    bytes += Array("r1,2024-01-01,Ann,Ze\u{301}\nr1,2024-01-01,B\u{E9}a,Z\u{E9}\n".utf8)
    bytes += Array("r1,2024-01-01,C".utf8) + [0xFF] + Array(",Zoe\n".utf8)
    bytes += Array("r".utf8) + [0xC3] + Array(",2024-01-01,Dot,Zoe\n".utf8)
    let imported = try store.add([store.file(bytes)])[0]
    #expect(imported.counts == [4, 2, 0, 2])
    #expect(imported.reasons == ["horse": 1, "race_id": 1])
    let jockeys = try store.snapshot.dictionary("jockey")
    #expect(Array(jockeys.utf8(0)) == [0x5A, 0xC3, 0xA9])
    #expect(try Set(store.values("jockey").map { Array($0.utf8) }).count == 1)
  }

  @Test func `two spellings of a race key are one race`() throws {
    let store = TestStore()
    try store.add("race_id,date,horse\nCafe\u{301}-1,2024-01-01,Ann\nCaf\u{E9}-1,2024-01-01,Bea\n")
    #expect(try store.snapshot.rowCount(of: "races") == 1)
    let again = try store.add("race_id,date,horse\nCaf\u{E9}-1,2024-02-01,Ann\n")
    #expect(again.replaced == 1)
    #expect(try store.values("date") == ["2024-02-01", "2024-02-01"])
  }
}
