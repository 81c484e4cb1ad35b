import BetSettlement
import Columns
import Foundation
import Racing
import TestSupport
import Testing

/// `docs/settlement.md` says what the data files say.
struct SettlementPageTests {
  /// The page's text.
  static func page() throws -> String {
    try String(
      contentsOfFile: RailbirdProcess.packageFolder + "/docs/settlement.md", encoding: .utf8)
  }

  @Test func `the page has each line of the place terms, and no other`() throws {
    let page = try Self.page()
    let rows = PlaceTable.standard.rules.map { rule in
      let handicap = rule.isHandicap.map { $0 ? "yes" : "no" } ?? "any"
      let last = rule.runners.upperBound
      let runners = "\(rule.runners.lowerBound)" + (last == .max ? " or more" : "–\(last)")
      return "| \(rule.country) | `\(rule.bet.rawValue)` | \(handicap) | \(runners) | "
        + "\(rule.basis.rawValue) | \(rule.places) | \(rule.divisor.map { "1/\($0)" } ?? "") | "
        + "\(rule.source) |"
    }
    #expect(page.contains(rows.joined(separator: "\n")))
    #expect(page.components(separatedBy: "| starters |").count + 2 == rows.count)
    #expect(page.contains("version \(PlaceTable.version)."))
  }

  @Test func `the page has each step of the scales`() throws {
    let page = try Self.page()
    func row(_ title: String, _ cells: [String]) -> String {
      "| \(title) | \(cells.joined(separator: " | ")) |"
    }
    func text(_ step: RuleFourScale.Step) -> String {
      step.text == "0" ? "shorter" : step.text.replacing(">", with: "over ")
    }
    for book in [RuleBook.Name.gb, .ie] {
      let scale = try #require(RuleBook(book, on: Day(iso: "2024-06-01")!).scale)
      let pence = scale.steps.map { "\($0.pence)" }
      #expect(scale.hundredths.map { "\($0.pence)" } == pence)
      for (title, cells) in [
        ("from", scale.steps.map(text)), ("in hundredths", scale.hundredths.map(text)),
        ("pence", pence),
      ] { #expect(page.contains(row(title, cells))) }
    }
    let scale = try #require(RuleBook(.za, on: Day(iso: "2024-06-01")!).scale)
    let limits = scale.steps.dropFirst().map { String($0.text.drop { $0 == ">" }) }
    #expect(page.contains(row("up to", limits + ["more"])))
    #expect(page.contains(row("percent", scale.steps.map { "\($0.pence)" })))
    #expect(page.contains("RuleBooks), version \(RuleBook.version), whose"))
  }

  @Test func `the page names the source of every rule but the plain ones`() throws {
    let page = try Self.page()
    let folder = RailbirdProcess.packageFolder + "/Sources/Trade/BetSettlement/RuleBooks"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(files.count == 6)
    for file in files {
      let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
      for line in text.split(separator: "\n").dropFirst() {
        let cells = line.split(separator: ",", omittingEmptySubsequences: false)
        #expect(cells.count == 6 && cells[5].hasPrefix("http"), "\(file): \(line)")
        // The kinds and prices of a book are in one table.
        guard !["bet", "price", "place_country", "place_bet"].contains(cells[0]) else { continue }
        #expect(page.contains(String(cells[5])), "\(file): \(line)")
      }
    }
  }
}
