/// Who is counted in kept sums, and in which age bands: the cohorts of two runs that are the same
/// but for how long their windows are.
struct KeptCohort: Codable, Hashable, Sendable {
  let filter: String?
  let bandCount: Int
  /// Whether old runs belong to a band at all: the last one.
  let hasAll: Bool

  init(_ scope: ReportScope) {
    filter = scope.filter?.text
    bandCount = AgeBands(scope.windows).count
    hasAll = scope.windows.contains(.all)
  }
}

/// A dimension's sums over a cohort.
struct KeptTally: Codable, Hashable, Sendable {
  let keys: [String]
  let cohort: KeptCohort
}
