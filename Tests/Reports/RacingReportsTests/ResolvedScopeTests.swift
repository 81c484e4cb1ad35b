import ColumnStore
import Columns
import Racing
import StoreSupport
import Testing

@testable import EntityReports
@testable import Questions
@testable import RunnerKeys

/// The question of a report, from its arguments to its summary.
struct ResolvedScopeTests {
  private static let csv = """
    race_id,date,number,jockey,position,sp
    1,2026-01-01,1,Ann,1,4.5
    1,2026-01-01,2,Bob,2,3
    2,2026-01-09,1,Ann,2,2
    2,2026-01-09,2,Bob,1,3
    """

  @Test func `a summary has the scope that was asked for, its day settled`() throws {
    var request = ReportRequest(dimensions: [try Dimension("jockey")], windows: [.all])
    request.filter = try Filter("sp < 4")
    request.commission = Commission(rateMicros: 20_000)!
    request.placeTerms = .hk
    request.aliases = try NameAliases([(role: "jockey", spelling: "Bob", name: "Ann")])
    let snapshot = try StoreFixture.snapshot(csv: Self.csv)
    for asOf in [nil, Day(iso: "2026-01-05")] {
      request.asOf = asOf
      let scope = try ReportJob(request, from: snapshot).run().summary.scope
      #expect(scope.asOf == asOf ?? Day(iso: "2026-01-10"))
      #expect(scope.windows == [.all] && scope.filter?.text == "sp < 4")
      #expect(scope.commission.rateMicros == 20_000 && scope.placeTermsName == "hk")
      #expect(scope.aliases.count == 1)
    }
  }

  @Test func `scopes share a scan where day, commission and place terms are the same`() throws {
    func scope(_ change: (inout ReportScope) -> Void = { _ in }) -> ResolvedScope {
      var scope = ReportScope(windows: [.all])
      change(&scope)
      return ResolvedScope(scope, asOf: Day(9), aliases: NameAliases())
    }
    let filter = try Filter("sp < 4")
    #expect(scope().terms == scope { $0.filter = filter }.terms)
    #expect(scope().terms == scope { $0.windows = Window.standard }.terms)
    #expect(scope().terms != scope { $0.placeTerms = .hk }.terms)
    #expect(scope().terms != scope { $0.commission = Commission(rateMicros: 0)! }.terms)
  }
}
