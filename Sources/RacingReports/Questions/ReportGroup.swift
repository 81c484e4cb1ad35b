import Columns
import Racing

/// What scopes must have in common to share a scan.
struct ReportTerms: Hashable {
  private let asOf: Day
  private let commission: Commission
  private let placeTerms: PlaceTerms?

  init(_ scope: ReportScope, asOf: Day) {
    self.asOf = asOf
    commission = scope.commission
    placeTerms = scope.placeTerms
  }
}

/// What one scan answers together: the scopes of one as-of date, commission and place terms.
struct ReportGroup: Sendable {
  let rules: ReportRules
  /// Who is counted, each way once.
  private(set) var cohorts: [Cohort] = []
  /// The batch's scopes that belong here, by index, and the cohort of each.
  private(set) var members: [(scope: Int, cohort: Int)] = []

  /// Sorts scopes into groups, in the order of their first members.
  ///
  /// - Parameters:
  ///   - scopes: The scopes.
  ///   - days: Each scope's as-of date.
  ///   - countries: The dictionary of countries, whose codes choose place terms.
  ///   - masks: A scope's filter, evaluated by month.
  /// - Returns: Groups that have each scope once.
  static func groups(
    _ scopes: [ReportScope], days: [Day], countries: [String],
    masks: (ReportScope) -> [Bitmap]?
  ) -> [ReportGroup] {
    var groups: [ReportGroup] = []
    var known: [ReportTerms: Int] = [:]
    var cohorts: [CohortKey: Int] = [:]
    for (index, scope) in scopes.enumerated() {
      let terms = ReportTerms(scope, asOf: days[index])
      let group = known[terms] ?? groups.count
      if group == groups.count {
        known[terms] = group
        groups.append(
          ReportGroup(rules: ReportRules(scope, asOf: days[index], countries: countries)))
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
