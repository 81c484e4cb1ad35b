import Racing
import Testing

struct OutcomeTests {
  @Test func `raw values and names are the stored ones`() {
    let names = [
      "finished", "pulled_up", "fell", "unseated", "brought_down", "refused", "ran_out",
      "slipped_up", "carried_out", "disqualified", "did_not_finish", "non_runner", "void",
      "unresolved", "lost",
    ]
    #expect(Outcome.allCases.map(\.name) == names)
    #expect(Outcome.allCases.map(\.rawValue) == Array(0...14))
    for outcome in Outcome.allCases { #expect(Outcome(name: outcome.name) == outcome) }
    #expect(Outcome(name: "Fell") == nil)
  }

  @Test func `non-runners, void and unresolved rows are no starters`() {
    let others: Set<Outcome> = [.nonRunner, .void, .unresolved]
    for outcome in Outcome.allCases { #expect(outcome.isStarter != others.contains(outcome)) }
    // As codes of 15 and more, which none has.
    #expect((0...31).filter { Outcome.isStarter(code: $0) } == Array(0...10) + [14])
  }

  @Test func `each starter without a position has its sign in a form string`() {
    let letters = Outcome.allCases.compactMap(\.formLetter)
    #expect(String(decoding: letters, as: UTF8.self) == "PFUBROSCD-?")
    #expect(Outcome.finished.formLetter == nil)
    #expect(Outcome.void.formLetter == nil)
  }

  @Test(
    arguments: [
      (1, .finished, "1"), (9, .finished, "9"), (10, .finished, "0"), (34, .finished, "0"),
      (0, .finished, "0"), (0, .pulledUp, "P"), (2, .disqualified, "D"), (0, .didNotFinish, "-"),
      (0, .lost, "?"), (0, .nonRunner, nil), (1, .void, nil), (1, .unresolved, nil),
    ] as [(Int, Outcome, String?)])
  func `a run is one character of a form string`(position: Int, outcome: Outcome, text: String?) {
    let character = Outcome.formCharacter(position: position, outcome: outcome)
    #expect(character == text?.utf8.first)
  }
}
