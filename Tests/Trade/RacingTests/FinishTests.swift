import Racing
import TestSupport
import Testing

struct FinishTests {
  @Test(
    arguments: [
      ("1", 1, false), ("1.0", 1, false), ("14.00", 14, false), ("1st", 1, false),
      ("2ND", 2, false), ("3rd", 3, false), ("11th", 11, false), ("5 DH", 5, true),
      ("5DH", 5, true), ("DH5", 5, true), ("dh 5", 5, true), ("=3", 3, true), ("3=", 3, true),
      ("3rd=", 3, true), ("5 平頭馬", 5, true), ("5平頭馬", 5, true), ("40", 40, false),
      ("2 dead heat", 2, true), ("999", 999, false), ("007", 7, false),
    ] as [(String, Int16, Bool)])
  func `a position is read with its mark`(text: String, position: Int16, isDeadHeat: Bool) {
    let finish = Finish.parse(text)
    #expect(finish?.position == position)
    #expect(finish?.outcome == .finished)
    #expect(finish?.isDeadHeat == isDeadHeat)
  }

  @Test(
    arguments: [
      ("F", .fell), ("fell", .fell), ("FE", .fell), ("PU", .pulledUp), ("Pulled Up", .pulledUp),
      ("pulled-up", .pulledUp), ("UR", .unseated), ("U", .unseated), ("BD", .broughtDown),
      ("REF", .refused), ("R", .refused), ("RO", .ranOut), ("SU", .slippedUp), ("CO", .carriedOut),
      ("DSQ", .disqualified), ("disq", .disqualified), ("DQ", .disqualified),
      ("LFT", .didNotFinish), ("left at start", .didNotFinish), ("DNF", .didNotFinish),
      ("TNP", .didNotFinish), ("0", .didNotFinish), ("0.0", .didNotFinish), ("NR", .nonRunner),
      ("WV", .nonRunner), ("WV-A", .nonRunner), ("WX-A", .nonRunner), ("WXNR", .nonRunner),
      ("SCR", .nonRunner), ("Scratched", .nonRunner), ("W", .nonRunner), ("Non-Runner", .nonRunner),
      ("VOI", .void), ("void", .void),
    ] as [(String, Outcome)])
  func `a code is an outcome without a position`(text: String, outcome: Outcome) {
    let finish = Finish.parse(text)
    #expect(finish?.outcome == outcome)
    #expect(finish?.position == nil)
    #expect(finish?.isDeadHeat == false)
  }

  @Test(arguments: [
    "", "NA", "N/A", "na", "-", "---", "null", "eaten by wolves", "-2", "+1", "1.5", "1.", "=",
    "DH", "=3=", "DH5 DH", "0 DH", "1000", "99999999999", "1 2", "1/8", "st", "1x", "0th", "NaN",
    "1e2", "finished", "unresolved", "\u{1D}3", "１",
  ])
  func `any other text says nothing`(text: String) {
    #expect(Finish.parse(text) == nil)
  }

  @Test func `every outcome but finished and unresolved is read from its own word`() {
    for outcome in Outcome.allCases {
      let isWord = outcome != .finished && outcome != .unresolved
      #expect(Finish.parse(outcome.name)?.outcome == (isWord ? outcome : nil))
      guard let letter = outcome.formLetter, !"-?".utf8.contains(letter) else { continue }
      #expect(Finish.parse(String(UnicodeScalar(letter)))?.outcome == outcome)
    }
  }

  @Test func `positions read back what is printed`() {
    for position in Int16(1)...999 {
      for (text, isDeadHeat) in [
        ("\(position)", false), ("\(position).0", false), ("\(position) DH", true),
        ("=\(position)", true),
      ] {
        let finish = Finish.parse(text)
        #expect(finish?.position == position)
        #expect(finish?.isDeadHeat == isDeadHeat)
      }
    }
  }
}
