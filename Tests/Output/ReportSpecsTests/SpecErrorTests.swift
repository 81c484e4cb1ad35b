import Testing

@testable import ReportSpecs

/// Every mistake in a spec is reported with its line, what was found and what was expected.
@Suite struct SpecErrorTests {
  @Test(
    arguments: [
      (
        "reports:\n  - by: jockey\n    minruns: 3",
        "q.yaml:3: found the key minruns; expected one of by, name, as_of, windows, where, min_runs, commission, place_terms, bets, baseline, luck, shrink, having, totals, order_by, top, per (nearest: min_runs)"
      ),
      (
        "window: 30d\nreports: []",
        "q.yaml:1: found the key window; expected one of as_of, windows, where, min_runs, commission, place_terms, bets, baseline, luck, shrink, having, totals, break_days, class_order, market, format, reports (nearest: windows)"
      ),
      (
        "colour: red\nreports: []",
        "q.yaml:1: found the key colour; expected one of as_of, windows, where, min_runs, "
          + "commission, place_terms, bets, baseline, luck, shrink, having, totals, break_days, "
          + "class_order, market, format, reports"
      ),
      (
        "reports:\n  - by: jockey\n    top: many",
        "q.yaml:3: top: found many; expected a whole number from 1 on"
      ),
      (
        "reports:\n  - by: jockey\n    top: 0",
        "q.yaml:3: top: found 0; expected a whole number from 1 on"
      ),
      (
        "min_runs: -1\nreports:\n  - by: jockey",
        "q.yaml:1: min_runs: found -1; expected a whole number from 0 on"
      ),
      (
        "min_runs: [1]\nreports:\n  - by: jockey",
        "q.yaml:1: min_runs: found a list; expected a whole number from 0 on"
      ),
      (
        "min_runs: 1.5\nreports:\n  - by: jockey",
        "q.yaml:1: min_runs: found 1.5; expected a whole number from 0 on"
      ),
      (
        "windows: 0d\nreports:\n  - by: jockey",
        "q.yaml:1: windows: found 0d; expected 1 to 36,500 days, such as 30d, or all"
      ),
      (
        "windows: [30d, -3d]\nreports:\n  - by: jockey",
        "q.yaml:1: windows: found -3d; expected 1 to 36,500 days, such as 30d, or all"
      ),
      (
        "windows: {a: 1}\nreports:\n  - by: jockey",
        "q.yaml:1: windows: found named members; expected windows such as 30d, all"
      ),
      (
        "windows: [all, all]\nreports:\n  - by: jockey",
        "q.yaml:1: windows: found all twice; expected 1 to 64 different windows"
      ),
      (
        "windows: []\nreports:\n  - by: jockey",
        "q.yaml:1: windows: found 0 windows; expected 1 to 64 different windows"
      ),
      (
        "as_of: 2024-02-30\nreports:\n  - by: jockey",
        "q.yaml:1: as_of: found 2024-02-30; expected a day as YYYY-MM-DD"
      ),
      (
        "commission: 5%\nreports:\n  - by: jockey",
        "q.yaml:1: commission: found 5%; expected a rate from 0 to 1"
      ),
      (
        "place_terms: uk\nreports:\n  - by: jockey",
        "q.yaml:1: place_terms: found uk; expected one of gb, hk, au, jp, fr, us-place, us-show"
      ),
      (
        "format: pdf\nreports:\n  - by: jockey",
        "q.yaml:1: format: found pdf; expected csv, json, html, xlsx or several of them"
      ),
      (
        "where: spp < 10\nreports:\n  - by: jockey",
        "q.yaml:1: where: found the field spp; expected a field of runners or races (nearest: sp)\n"
          + "  spp < 10\n  ^"
      ),
      (
        "reports:\n  - by: jockey\n    order_by: roi",
        "q.yaml:3: order_by: found the column roi; expected sp_roi"
      ),
      (
        "reports:\n  - by: jockey\n    order_by: trainer",
        "q.yaml:3: order_by: found the column trainer; expected it among the keys of by, or "
          + "where for a condition on runners"
      ),
      (
        "reports:\n  - by: jockey\n    order_by: runs:up",
        "q.yaml:3: order_by: found up; expected asc or desc"
      ),
      ("reports:\n  - name: a", "q.yaml:2: found no by; expected one"),
      (
        "reports:\n  - jockey",
        "q.yaml:2: found jockey; expected a report such as by: jockey"
      ),
      (
        "reports: jockey",
        "q.yaml:1: reports: found no list; expected a list with at least one report"
      ),
      (
        "reports: []",
        "q.yaml:1: reports: found an empty list; expected a list with at least one report"
      ),
      ("reports:", "q.yaml:1: reports: found no list; expected a list with at least one report"),
      ("windows: all", "q.yaml:1: found no reports; expected one"),
      ("", "q.yaml: found an empty file; expected YAML"),
      ("- a", "q.yaml:1: found a list; expected keys such as reports"),
      (
        "reports:\n  - by: jockey\n  - by: trainer\n    name: Jockey",
        "q.yaml:3: found a second report named Jockey; expected a name of its own (key: name)"
      ),
      (
        "reports:\n  - by: jockey\n    name: ../x",
        "q.yaml:3: name: found ../x; expected a file name without its ending, other than summary"
      ),
      (
        "reports:\n  - by: jockey\n    name: summary",
        "q.yaml:3: name: found summary; expected a file name without its ending, other than summary"
      ),
      (
        "reports:\n  - by: jockey\n    by: trainer",
        "q.yaml:2: found by twice; expected YAML"
      ),
      ("reports: [", "q.yaml:2: found did not find expected node content; expected YAML"),
      ("reports: *x", "q.yaml:1: found undefined alias; expected YAML"),
      ("\u{1}", "q.yaml: found control characters are not allowed; expected YAML"),
    ])
  func `a mistake is named where it stands`(text: String, message: String) {
    let error = #expect(throws: SpecError.self) { try ReportSpec(yaml: text, file: "q.yaml") }
    #expect(error?.description == message)
  }

  @Test func `an unknown key to group by is answered with examples`() {
    let error = #expect(throws: SpecError.self) {
      try ReportSpec(yaml: "reports:\n  - by: weather", file: "q.yaml")
    }
    #expect(
      error?.description.hasPrefix(
        "q.yaml:2: by: found weather; expected one to four different keys joined by +, such as jockey, "
      ) == true)
  }

  @Test(arguments: ["[", "{a: ", "- ", "? ", "- - [["])
  func `very deep nesting is refused`(opening: String) {
    let error = #expect(throws: SpecError.self) {
      try ReportSpec(yaml: String(repeating: opening, count: 100_000), file: "q.yaml")
    }
    #expect(error?.description == "q.yaml:1: found more than 100 levels of lists; expected YAML")
  }

  @Test func `a file that cannot be read is named`() {
    let error = #expect(throws: SpecError.self) { try ReportSpec(contentsOf: "/absent/q.yaml") }
    #expect(
      error?.description == "/absent/q.yaml: cannot be read (No such file or directory)")
  }
}
