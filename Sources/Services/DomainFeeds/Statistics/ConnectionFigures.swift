import ColumnStore
import Columns
import EntityReports
import Questions
import RunnerKeys

/// The report rows behind the client's statistics, by name and window.
struct ConnectionFigures {
  /// The client's windows, in days.
  static let windowDays = [30, 90, 365]

  /// Only races before this day count.
  let asOf: Day
  /// For each requested role, the names in the order of the longest window's rows.
  let people: [[Person]]

  /// One name and its row per window; nil for a window without runs.
  struct Person {
    let name: String
    let rows: [EntityReport.Row?]
  }

  /// Computes the reports of some roles in one scan.
  ///
  /// - Parameters:
  ///   - roles: Keys of reports, such as `jockey`.
  ///   - snapshot: The store's state.
  ///   - asOf: Only races before this day count; nil for the day after the last result.
  ///   - aliases: The aliases of names.
  ///   - threads: The maximum number of threads.
  /// - Returns: The figures; nil if there is no race before the day, or no day with a result.
  /// - Throws: `ReportError` for an unknown role, `.store` if races or runners are damaged.
  static func computed(
    _ roles: [String], from snapshot: Snapshot, asOf: Day?, aliases: NameAliases, threads: Int
  ) throws(ReportError) -> ConnectionFigures? {
    var asOf = asOf
    if asOf == nil { asOf = try snapshot.lastResultDay.map { $0 + 1 } }
    guard let asOf else { return nil }
    var dimensions: [Dimension] = []
    for role in roles { dimensions.append(try Dimension(role)) }
    var request = ReportRequest(
      dimensions: dimensions, windows: try Window.list(windowDays.map { "\($0)d" }))
    request.asOf = asOf
    request.aliases = aliases
    request.threads = threads
    do {
      let reports = try ReportJob(request, from: snapshot).run().reports
      return ConnectionFigures(
        asOf: asOf, people: reports.map { people($0, windows: request.windows) })
    } catch .noRaces {
      return nil
    }
  }

  // MARK: - Implementation

  /// Collects the people; windows are nested, so a name with a run in any window is in the longest.
  private static func people(_ report: EntityReport, windows: [Window]) -> [Person] {
    var rowsOf: [String: [EntityReport.Row?]] = [:]
    for row in report.rows {
      let place = windows.firstIndex(of: row.window)!
      rowsOf[row.keys[0], default: windows.map { _ in nil }][place] = row
    }
    return report.rows.filter { $0.window == windows.last }.map { row in
      Person(name: row.keys[0], rows: rowsOf[row.keys[0]]!)
    }
  }
}

extension EntityReport.Row {
  /// Returns cells of six decimals in millionths, exactly as in the report; nil if one is
  /// undefined.
  func micros(_ columns: [String]) -> [Int64?] {
    // One step computes all of a row's cells.
    let cells = cells
    return columns.map { column in
      guard let index = ReportColumns.standard.names.firstIndex(of: column),
        case .decimal(let scaled, places: 6) = cells[keys.count + index]
      else { return nil }
      return scaled
    }
  }
}
