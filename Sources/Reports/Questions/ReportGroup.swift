import Columns
import RunnerKeys

/// The scopes that one scan answers together, with equal as-of date, commission and place terms.
package struct ReportGroup: Sendable {
  package let rules: ReportRules
  /// The sets of runners to count, each once.
  package private(set) var cohorts: [Cohort] = []
  /// The batch's scopes in this group, by index, and the cohort of each.
  package private(set) var members: [(scope: Int, cohort: Int)] = []

  /// Groups scopes, in the order of the groups' first members.
  ///
  /// - Parameters:
  ///   - scopes: The scopes.
  ///   - countries: The dictionary of countries; its codes select place terms.
  ///   - masks: Returns a scope's filter, evaluated by month.
  /// - Returns: Groups that together contain each scope once.
  package static func groups(
    _ scopes: [ResolvedScope], countries: [String], masks: (ResolvedScope) -> [Bitmap]?
  ) -> [ReportGroup] {
    var groups: [ReportGroup] = []
    var known: [ResolvedScope.Terms: Int] = [:]
    var cohorts: [CohortKey: Int] = [:]
    for (index, scope) in scopes.enumerated() {
      let group = known[scope.terms] ?? groups.count
      if group == groups.count {
        known[scope.terms] = group
        groups.append(ReportGroup(rules: ReportRules(scope, countries: countries)))
      }
      let key = CohortKey(group: group, windows: scope.windows, filter: scope.filter?.text)
      let cohort = cohorts[key] ?? groups[group].cohorts.count
      if cohort == groups[group].cohorts.count {
        cohorts[key] = cohort
        groups[group].cohorts.append(Cohort(scope, masks: masks(scope)))
      }
      groups[group].members.append((index, cohort))
    }
    return groups
  }

  private struct CohortKey: Hashable {
    let group: Int
    let windows: [Window]
    let filter: String?
  }
}

/// The runners counted by questions with one filter, in the age bands of one list of windows.
package struct Cohort: Sendable {
  package let bands: AgeBands
  /// Per month, the runners that count; nil if all count.
  package let masks: [Bitmap]?
  /// The key of the sums kept from one report to the next.
  package let kept: KeptCohort

  init(_ scope: ResolvedScope, masks: [Bitmap]?) {
    bands = scope.bands
    self.masks = masks
    kept = KeptCohort(scope)
  }

  /// Returns the runners of a month that count; nil if all count.
  package func mask(_ month: Int) -> Bitmap? { masks?[month] }
}

/// The starters counted by kept sums, with their age bands: equal for cohorts that differ only in
/// the lengths of their windows.
package struct KeptCohort: Codable, Hashable, Sendable {
  package let filter: String?
  package let bandCount: Int
  /// Whether old runs belong to a band, the last one.
  package let hasAll: Bool

  package init(_ scope: ResolvedScope) {
    filter = scope.filter?.text
    bandCount = scope.bands.count
    hasAll = scope.windows.contains(.all)
  }
}
