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
      ("2 dead heat", 2, true), ("999", 999, false), ("007", 7, false), ("1.", 1, false),
      ("1*", 1, false), ("1er", 1, false), ("2ème", 2, false), ("3º", 3, false),
      ("第1名", 1, false), ("2着", 2, false), ("2위", 2, false), ("１", 1, false),
      ("3(降)", 3, false), ("４（降）", 4, false), ("1(同)", 1, true), ("2 ex aequo", 2, true),
      ("2 t.R.", 2, true), ("3着(同)", 3, true),
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
      ("VOI", .void), ("void", .void), ("PUP", .pulledUp), ("EASED", .pulledUp),
      ("Vanned", .pulledUp), ("UNS", .unseated), ("U/R", .unseated), ("UTR", .unseated),
      ("FL", .fell), ("RTR", .refused), ("LS", .didNotFinish), ("HR", .didNotFinish),
      ("HIT", .didNotFinish), ("LB", .didNotFinish), ("BKD", .didNotFinish), ("NF", .didNotFinish),
      ("D.N.F.", .didNotFinish), ("DNF-1", .didNotFinish), ("DNF - fell", .didNotFinish),
      ("(DNF)", .didNotFinish),
      ("DS", .disqualified), ("1 (DQ)", .disqualified), ("L/SCR", .nonRunner),
      ("Abandoned", .void), ("ABD", .void), ("中", .pulledUp), ("中止", .pulledUp),
      ("競走中止", .pulledUp), ("取", .nonRunner), ("取消", .nonRunner), ("除", .nonRunner),
      ("除外", .nonRunner), ("失", .disqualified), ("失格", .disqualified), ("降着", .lost),
      ("退出", .nonRunner), ("墮馬", .unseated), ("중지", .pulledUp), ("취소", .nonRunner),
      ("제외", .nonRunner), ("실격", .disqualified), ("Arr.", .pulledUp), ("Arrêté", .pulledUp),
      ("Tbé", .fell), ("Tombé", .fell), ("DAI", .disqualified), ("Dist.", .disqualified),
      ("NP", .nonRunner), ("n.p.", .nonRunner), ("Non-partant", .nonRunner), ("Dér", .ranOut),
      ("Dérobé", .ranOut), ("Rét", .lost), ("DISQUALIFIE_POUR_ALLURE_IRREGULIERE", .disqualified),
      ("ang.", .pulledUp), ("gef.", .fell), ("ret", .nonRunner), ("RIT", .nonRunner),
      ("str", .nonRunner), ("Struken", .nonRunner), ("udg", .nonRunner), ("Derecesiz", .lost),
      ("DERECESİZ", .lost), ("KOŞMAZ", .nonRunner), ("PU\u{A0}", .pulledUp),
      ("NonRunner", .nonRunner), ("D N F", .didNotFinish), ("Fell at 3rd", .fell),
      ("Scratched (Vet)", .nonRunner), ("SCR-Vet", .nonRunner), ("DQ (from 1)", .disqualified),
      ("Withdrawn - lame", .nonRunner),
    ] as [(String, Outcome)])
  func `a code is an outcome without a position`(text: String, outcome: Outcome) {
    let finish = Finish.parse(text)
    #expect(finish?.outcome == outcome)
    #expect(finish?.position == nil)
    #expect(finish?.isDeadHeat == false)
  }

  @Test(arguments: [
    "", "NA", "N/A", "na", "-", "---", "null", "eaten by wolves", "-2", "+1", "1.5", "1/", "=",
    "DH", "=3=", "DH5 DH", "0 DH", "1000", "99999999999", "1 2", "1/8", "th", "1x", "0th", "NaN",
    "1e2", "finished", "unresolved", "\u{1D}3", "-1", "k", "Fellowship",
  ])
  func `any other text says nothing`(text: String) {
    #expect(Finish.parse(text) == nil)
  }

  @Test(
    arguments: [
      ("u", nil, .unseated), ("u", "sv", .lost), ("U", "sv", .lost), ("d", "sv", .didNotFinish),
      ("d", "ja", .disqualified), ("RP", nil, .didNotFinish), ("RP", "it", .disqualified),
      ("Opg.", nil, .pulledUp), ("FERM", nil, .pulledUp), ("zatrzymany", nil, .pulledUp),
      ("wycofany", "pl", .nonRunner), ("nem indult", "hu", .nonRunner),
      ("PU", "sv", .pulledUp), ("struken", "en", .nonRunner),
    ] as [(String, String?, Outcome)])
  func `a language decides words that several have`(
    text: String, language: String?, outcome: Outcome
  ) {
    #expect(Finish.parse(text, language: language)?.outcome == outcome)
  }

  @Test func `the table names the language and a publisher of each word`() {
    let words = FinishWords.standard
    #expect(
      words.languages == [
        "cs", "da", "de", "en", "es", "fi", "fr", "hu", "it", "ja", "ko", "no", "pl", "pt", "sv",
        "tr", "zh",
      ])
    #expect(words.meanings(of: "U").map(\.language) == ["en", "sv"])
    #expect(words.meanings(of: "中").map(\.source) == ["netkeiba"])
    #expect(words.meanings(of: "1").isEmpty && words.meanings(of: "k").isEmpty)
  }

  @Test func `only a text with a digit may have a position`() {
    for (text, answer) in [
      ("1", true), ("２", true), ("3(降)", true), ("WX1", true), ("", false), ("PU", false),
      ("中止", false),
    ] {
      let found = Finish.mayHavePosition(text.utf8.span)
      #expect(found == answer, "\(text)")
    }
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
