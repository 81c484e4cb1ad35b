import Testing

/// Times by beaten lengths, as exports have them.
struct DerivedTimeTests {
  private static func times(_ rows: [String]) throws -> [String] {
    let store = TestStore()
    let header =
      "race_id,date,horse,race_type,going,position,outcome,beaten_lengths,finish_time_s\n"
    try store.add(header + rows.joined(separator: "\n"), format: "railbird")
    return try store.rows().map { "\($0["horse"]!) \($0["derived_time_s", default: "none"])" }
  }

  @Test func `a beaten horse's time is the winner's and its lengths by the scale`() throws {
    // 57 lengths at 4 to the second are 14.25 s.
    let times = try Self.times([
      "r1,2024-01-01,Ann,chase,Heavy,1,,,421.5", "r1,2024-01-01,Bea,chase,Heavy,2,,57,",
      "r1,2024-01-01,Cid,chase,Heavy,3,,58,999", "r1,2024-01-01,Dot,chase,Heavy,4,,,",
      "r1,2024-01-01,Eve,chase,Heavy,,fell,,",
    ])
    // A stored time of its own stays, beside the derived one.
    #expect(times == ["Ann 421.5", "Bea 435.75", "Cid 436", "Dot ", "Eve "])
  }

  @Test(arguments: [
    // No winner's time, no kind, no known ground, margins to the next horse.
    ["flat,Good,1,,,", "flat,Good,2,,1,60"], [",Good,1,,,60", ",Good,2,,1,"],
    ["flat,?,1,,,60", "flat,?,2,,1,"],
    ["flat,Good,1,,,60", "flat,Good,2,,3,", "flat,Good,3,,1,"],
  ])
  func `a race that does not tell enough has none`(rows: [String]) throws {
    // Another race has one, so that the column is there.
    let other = ["r2,2024-01-01,Yan,flat,Good,1,,,60", "r2,2024-01-01,Zoe,flat,Good,2,,3,"]
    let times = try Self.times(
      rows.enumerated().map { "r1,2024-01-01,H\($0),\($1)" } + other)
    #expect(times.prefix(rows.count).allSatisfy { $0.hasSuffix(" ") }, "\(times)")
    #expect(times.suffix(2) == ["Yan 60", "Zoe 60.5"])
  }
}
