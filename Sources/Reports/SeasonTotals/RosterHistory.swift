import ColumnStore
import Columns
import Seasons
import StoreTables

/// One report on a runner's membership.
struct RosterState {
  let row: Int
  let reportedAt: Int64
  let isMember: Bool
}

/// The moment at which a runner becomes a member, or ceases to be one.
struct MembershipChange {
  let runner: Int32
  let at: Int64
  let isMember: Bool
}

/// The members of a season's team over time.
struct RosterHistory {
  /// All reports, in time order.
  private let rows: Table
  /// By the runner's code: the reports before the end, or only the first one if all are later.
  private let states: [Int32: [RosterState]]

  /// Reads the roster.
  ///
  /// - Parameters:
  ///   - snapshot: The store.
  ///   - season: The season, whose graduation classes count.
  ///   - end: The moment before which reports count.
  init(_ snapshot: Snapshot, _ season: SeasonYear, end: Int64) {
    let months = snapshot.segments(of: SeasonTables.roster).map(\.rows)
    rows = months.isEmpty ? Table([]) : Table.concatenated(months)
    let rule = MemberRule(rows, season, snapshot)
    let times = rows.column(Field("reported_at", .instant)).int64s
    let runners = rows.column(Field("runner_id", .coded(dictionary: "runner_id"))).int32s
    var states: [Int32: [RosterState]] = [:]
    for row in 0..<rows.rowCount {
      let isFirst = states[runners[row]] == nil
      guard times[row] < end || isFirst else { continue }
      states[runners[row], default: []].append(
        RosterState(row: row, reportedAt: times[row], isMember: rule.isMember(row)))
    }
    self.states = states
  }

  /// The runners' codes.
  var runners: some Sequence<Int32> { states.keys }

  /// Whether the store has no roster.
  var isEmpty: Bool { rows.rowCount == 0 }

  /// Whether the roster names any graduation class, without which that rule cannot apply.
  var namesClasses: Bool {
    let classes = rows.column(Field("graduation_class", .int16))
    return (0..<rows.rowCount).contains { !classes.isNull($0) }
  }

  /// Whether a runner is a member at the end.
  func isMember(_ runner: Int32) -> Bool { states[runner]?.last?.isMember ?? false }

  /// The number of members at the end.
  var memberCount: Int { states.values.count { $0.last!.isMember } }

  /// The runners who are members at the start: the first report also applies to the time before it.
  var firstMembers: [Int32] { states.filter { $0.value[0].isMember }.map(\.key) }

  /// The changes of membership, in time order.
  var changes: [MembershipChange] {
    var changes: [MembershipChange] = []
    for (runner, states) in states {
      for (before, state) in zip(states, states.dropFirst())
      where before.isMember != state.isMember {
        changes.append(
          MembershipChange(runner: runner, at: state.reportedAt, isMember: state.isMember))
      }
    }
    return changes.sorted { ($0.at, $0.runner) < ($1.at, $1.runner) }
  }

  /// Returns the latest facts about a runner.
  func facts(_ runner: Int32, _ snapshot: Snapshot) -> RosterFacts {
    guard let row = states[runner]?.last?.row else { return RosterFacts() }
    func name(_ column: String) -> String? {
      let codes = rows.column(Field(column, .coded(dictionary: column)))
      return codes.isNull(row) ? nil : snapshot.dictionary(column)[Int(codes.int32s[row])]
    }
    let active = rows.column(Field("active", .boolean))
    let classes = rows.column(Field("graduation_class", .int16))
    return RosterFacts(
      name: name("runner"), team: name("team"),
      isActive: active.isNull(row) ? nil : active.booleans[row],
      graduationClass: classes.isNull(row) ? nil : Int(classes.int16s[row]))
  }
}

/// A roster's facts about a runner.
struct RosterFacts {
  var name: String?
  var team: String?
  var isActive: Bool?
  var graduationClass: Int?
}

/// The rule of membership in a season: active, in team UA, and in one of the season's graduation
/// classes, if the class is known.
private struct MemberRule {
  private let active: Column
  private let teams: Column
  private let classes: Column
  private let counted: Int32?
  private let range: ClosedRange<Int>

  init(_ rows: Table, _ season: SeasonYear, _ snapshot: Snapshot) {
    active = rows.column(Field("active", .boolean))
    teams = rows.column(Field("team", .coded(dictionary: "team")))
    classes = rows.column(Field("graduation_class", .int16))
    counted = snapshot.code(of: Team.ua.rawValue, in: "team")
    range = season.graduationClasses
  }

  func isMember(_ row: Int) -> Bool {
    !active.isNull(row) && active.booleans[row] && !teams.isNull(row)
      && teams.int32s[row] == counted
      && (classes.isNull(row) || range.contains(Int(classes.int16s[row])))
  }
}
