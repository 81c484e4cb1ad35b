import Columns
import Foundation
import TabularFiles
import Testing

@testable import DomainFeeds

struct AnswerLineTests {
  private static let day = Day(iso: "2024-11-02")!

  private func line(
    _ body: String, to request: RacingRequest, known: KnownAnswer? = nil
  ) -> AnswerLine {
    line(Data(body.utf8), to: request, known: known)
  }

  private func line(
    _ body: Data, to request: RacingRequest, known: KnownAnswer? = nil
  ) -> AnswerLine {
    let entry = JournalEntry(
      request: request.text, day: Self.day, fetchedAt: 7, status: 200, bytes: body.count)
    return AnswerLine(entry, to: request, body: body, known: known)
  }

  @Test func `a line is the answer's facts and its body, whose line ends are blanks`() {
    let body = "\u{FEFF}{\"id_race\": \"77\",\r\n \"finished\": \"0\", \"horses\": []}\n"
    let found = line(body, to: .race("77", on: Self.day))
    let archived = "{\"id_race\": \"77\",   \"finished\": \"0\", \"horses\": []} "
    let text = String(decoding: found.text, as: UTF8.self)
    #expect(text.hasSuffix(",\"body\":" + archived + "}\n"))
    #expect(text.hasPrefix("{\"api\":\"racing\",\"request\":\"/race/77\",\"day\":\"2024-11-02\","))
    #expect(found.entry.raceState == .open && found.entry.isSettled)
  }

  @Test(arguments: [
    #"{"id_race":"1"}"#, #"[{"id_race":"1"}"#, "[] []", "[]]", #"[],"status":500"#,
    #"["\#u{1}"]"#, #"[{"id_race":"1}]"#, "7", #""text""#, "[1,]",
  ])
  func `what is no list is malformed where a list was asked for`(body: String) {
    let found = line(body, to: .results(Self.day))
    #expect(found.entry.error == "malformed body" && !found.entry.isSettled)
    #expect(!String(decoding: found.text, as: UTF8.self).contains("\"body\""))
  }

  @Test(arguments: [RacingRequest.results(day), .race("77", on: day)])
  func `a page in place of an answer is reported as one`(request: RacingRequest) {
    #expect(line(" <!doctype html><p>Log in", to: request).entry.error == "HTML page")
  }

  @Test func `bytes that are no UTF-8 are malformed`() {
    let body = Data("[{\"course\":\"".utf8) + Data([0xFF]) + Data("\"}]".utf8)
    #expect(line(body, to: .results(Self.day)).entry.error == "malformed body")
  }

  @Test(arguments: [#"{"message":"not here"}"#, #"[{"id_race":"77"}]"#, "{", "77"])
  func `what is no race is malformed where a race was asked for`(body: String) {
    #expect(line(body, to: .race("77", on: Self.day)).entry.error == "malformed body")
  }

  @Test(arguments: [
    (#"{"id_race":"78","finished":"1"}"#, false), (#"{"race_id":78,"finished":"1"}"#, false),
    (#"{"id_race":"177"}"#, false), (#"{"id_race":77,"finished":"1"}"#, true),
    (#"{"race_id":"77"}"#, true), (#"{"race_id":77}"#, true),
  ])
  func `another race than the one asked for is malformed`(body: String, isIt: Bool) {
    let found = line(body, to: .race("77", on: Self.day)).entry
    #expect(found.error == (isIt ? nil : "malformed body") && found.isSettled == isIt)
  }

  @Test func `an id that a path has to encode is told from others too`() {
    let race = RacingRequest.race("x y/3", on: Self.day)
    #expect(line(#"{"race_id":"x y/3"}"#, to: race).entry.isSettled)
    #expect(!line(#"{"race_id":"x y"}"#, to: race).entry.isSettled)
  }

  @Test func `JSON that says nothing settles the request without a body`() {
    for body in ["null", "{}", "[]", " { } \n"] {
      let found = line(body, to: .race("77", on: Self.day)).entry
      #expect(found.isSettled && found.sha256 == nil, "\(body)")
    }
  }

  @Test(arguments: [
    ("", "empty body"), (" \n", "empty body"), ("{}", "empty object"), (" { }\r\n", "empty object"),
    ("null", "null"),
  ])
  func `nothing in a list's place is no answer`(body: String, found: String) {
    for request in [RacingRequest.racecards(Self.day), .results(Self.day)] {
      let entry = line(body, to: request).entry
      #expect(entry.error == found && !entry.isSettled)
    }
  }

  @Test(arguments: [
    #"["a","b"]"#, "[null,null]", "[{},{}]", "[[]]", #"[{"course":"x"}]"#, #"[{"id_race":null}]"#,
    #"[{"id_race":"","race_id":" "}]"#, #"[{"id_race":{"a":1}}]"#, #"[{"race_id":[1]},7]"#,
    #"[{"id_race":{},"horses":[{"horse":"Ann"}]}]"#, #"[[{"id_race":"1"}]]"#,
  ])
  func `a list without a race that has an id is no answer`(body: String) {
    for request in [RacingRequest.racecards(Self.day), .results(Self.day)] {
      let found = line(body, to: request)
      #expect(found.entry.error == "no race with an id" && !found.entry.isSettled)
      #expect(!String(decoding: found.text, as: UTF8.self).contains("\"body\""))
    }
  }

  @Test(arguments: [
    (#"[{"id_race":"1"},null]"#, ["1"], "1 of 2 elements is no race with an id"),
    (
      #"[{},{"id_race":{"a":1},"race_id":"2"},"x"]"#, ["2"],
      "2 of 3 elements are no race with an id"
    ),
    (#"[{"id_race":"","race_id":3}]"#, ["3"], nil), ("[]", [], nil),
  ])
  func `a list with races states what is none`(body: String, races: [String], stray: String?) {
    let found = line(body, to: .results(Self.day))
    #expect(found.entry.isReadable && found.entry.details == races)
    #expect(found.findings.oddities == (stray.map { [$0] } ?? []))
  }

  @Test(arguments: [
    (#"{"id_race":"77","finished":"1","horses":[{"horse":"A"},{"horse":null,"age":"3"}]}"#, 1),
    (#"{"id_race":"77","finished":"1","runners":[{"number":""},{"number":4},{}]}"#, 2),
  ])
  func `a runner that nothing names is reported, and its race asked for again`(
    body: String, unread: Int
  ) {
    let found = line(body, to: .race("77", on: Self.day))
    let told = unread == 1 ? "runner 2 of 2" : "runner 1 of 3 and 1 more"
    #expect(
      found.findings.oddities == [
        "left out: \(told): found nothing as horse, id_horse, horse_id and number; expected a value "
          + "in one of them"
      ])
    #expect(found.entry.isReadable && found.entry.raceState == .open)
    #expect(String(decoding: found.text, as: UTF8.self).contains("\"unread_parts\":\(unread),"))
  }

  @Test func `an empty list is a day without races, an empty body no race`() {
    for body in ["[]", " [ ] \n"] {
      let entry = line(body, to: .results(Self.day)).entry
      #expect(entry.isReadable && entry.details.isEmpty)
    }
    #expect(line("", to: .race("77", on: Self.day)).entry.error == "empty body")
  }

  @Test func `an answer that is known is noted without its body`() {
    let body = #"{"id_race":"77","finished":"1","horses":[]}"#
    let first = line(body, to: .race("77", on: Self.day))
    var known = KnownAnswers()
    known.apply(first.entry, importID: 1)
    let race = RacingRequest.race("77", on: Self.day)
    let again = line(body, to: race, known: known[race])
    #expect(again.entry.isUnchanged && again.entry.isSettled)
    #expect(again.text.count < first.text.count)
    #expect(!line(body + " ", to: race, known: known[race]).entry.isUnchanged)
  }

  @Test func `a list calls for the races whose runners it doesn't carry, and for finished ones`() {
    let body = """
      [{"id_race":"1","finished":"1"},{"id_race":"2","finished":"0"},null,{"course":"x"},
       {"race_id":"x y/3","runners":[{"horse":"Ann"}]},
       {"race_id":"4","finished":true,"runners":[{"horse":"Bea"}]}]
      """
    #expect(line(body, to: .racecards(Self.day)).entry.details == ["1", "2", "4"])
    let results = line(body, to: .results(Self.day)).entry
    #expect(results.details == ["1", "2", "x y/3", "4"])
    #expect(results.included == ["/race/x%20y%2F3", "/race/4"])
    #expect(results.included.map(RacingRequest.raceID(in:)) == ["x y/3", "4"])
  }

  @Test(arguments: [
    (#""finished":"1","canceled":"0""#, RaceState.finished),
    (#""finished":"0","canceled":"1""#, .cancelled), (#""finished":false"#, .open),
    (#""runners":[{"horse":"Ann","position":"2"}]"#, .finished),
    (#""finished":"0","horses":[{"horse":"Ann","position":"2"}]"#, .open),
    (#""runners":[{"horse":"Ann","position":null}]"#, .open),
  ])
  func `a race is finished, cancelled or open`(members: String, state: RaceState) {
    let found = line(#"{"race_id":"7",\#(members)}"#, to: .race("7", on: Self.day)).entry
    #expect(found.raceState == state)
  }
}
