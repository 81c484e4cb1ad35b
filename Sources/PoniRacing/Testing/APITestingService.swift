import APICore
import Columns
import Foundation
import Synchronization

/// Checks the way to the live service and back: key, endpoints, mapping, errors, pace.
///
/// The checks ask the service for real and keep its pace; there are about a dozen requests. Where
/// the service has nothing to check with, as on a day without races, the result is a warning.
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
  ///   - day: The racing day whose races are asked for; nil for today.
  public init(_ service: RealDataService = .shared, on day: Day? = nil) {
    self.service = service
    self.day = day
  }

  /// One result per check, in order.
  public var testResults: [APITestResult] { results.withLock { $0 } }

  /// Runs all checks, one after the other; a cancelled task leaves the rest not run.
  public func runAllTests() async {
    await runAllTests { _ in }
  }

  /// Runs all checks.
  ///
  /// - Parameter onResult: Told each result as it comes.
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

  /// Forgets all results.
  public func clearResults() {
    results.withLock { $0 = APICheck.allCases.map { APITestResult(check: $0) } }
  }

  /// The results as text: a line per check, its details below it, and the counts at the end.
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
