import APICore
import Columns
import Foundation
import Synchronization

/// Checks the whole path to the live service: key, endpoints, mapping, errors, pace.
///
/// The checks send about a dozen real requests at the service's pace. If the service has no data to
/// check with, as on a day without races, the result is a warning.
public final class APITestingService: Sendable {
  /// The checks of the shared manager's service.
  public static let shared = APITestingService()

  private let service: RealDataService
  private let day: Day?
  private let results = Mutex(APICheck.allCases.map { APITestResult(check: $0) })

  /// Takes the service to check.
  ///
  /// - Parameters:
  ///   - service: The service.
  ///   - day: The racing day to ask for; nil for today.
  public init(_ service: RealDataService = .shared, on day: Day? = nil) {
    self.service = service
    self.day = day
  }

  /// The results, one per check, in order.
  public var testResults: [APITestResult] { results.withLock { $0 } }

  /// Runs all checks, one after another; cancellation leaves the rest not run.
  public func runAllTests() async {
    await runAllTests { _ in }
  }

  /// Runs all checks.
  ///
  /// - Parameter onResult: Receives each result as it comes.
  public func runAllTests(onResult: @Sendable (APITestResult) -> Void) async {
    clearResults()
    var run = APICheckRun(service, on: day ?? service.today)
    for check in APICheck.allCases where !Task.isCancelled {
      set(check) { $0.status = .running }
      let start = service.clock.uptime
      let finding = await run.finding(of: check)
      let duration = (service.clock.uptime - start) / .seconds(1)
      let result = set(check) {
        $0.status = finding.status
        $0.message = finding.message
        $0.details = finding.details
        $0.duration = duration
      }
      onResult(result)
    }
  }

  /// Clears all results.
  public func clearResults() {
    results.withLock { $0 = APICheck.allCases.map { APITestResult(check: $0) } }
  }

  /// Returns the results as text: one line per check, its details below, and totals at the end.
  public func exportReport() -> String {
    let results = testResults
    var lines: [String] = []
    for result in results {
      let time = result.duration.map { " (\(Int(($0 * 1000).rounded())) ms)" } ?? ""
      let message = result.message.isEmpty ? "" : ": " + result.message
      lines.append(
        "\(result.status.icon) \(result.testName) \(result.status.rawValue)\(time)\(message)")
      lines += result.details.map { "    " + $0 }
    }
    let counts = APITestStatus.allCases.compactMap { status -> String? in
      let count = results.count { $0.status == status }
      return count > 0 ? "\(count) \(status.rawValue)" : nil
    }
    return (lines + [counts.joined(separator: ", ")]).joined(separator: "\n") + "\n"
  }

  // MARK: - Implementation

  @discardableResult
  private func set(
    _ check: APICheck, _ change: (inout APITestResult) -> Void
  ) -> APITestResult {
    results.withLock { results in
      let index = results.firstIndex { $0.check == check }!
      change(&results[index])
      return results[index]
    }
  }
}
