import APISandbox
import ColumnStore
import Foundation
import TestSupport
import Testing

@testable import DomainFeeds

/// Many tickets of one customer, fetched at once.
///
/// `RAILBIRD_SUPPORT_LOAD=100000 swift test --filter SupportLoadTests` fetches a hundred thousand;
/// it takes minutes.
@Suite struct SupportLoadTests {
  private static let total =
    ProcessInfo.processInfo.environment["RAILBIRD_SUPPORT_LOAD"].flatMap { Int($0) }
    ?? LongForm.count(1_000, short: 250, "support tickets")

  @Test func `all tickets of the sandbox are stored, and told with the memory they took`()
    async throws
  {
    let folder = try TemporaryFolder()
    // In a file, so that the memory is the fetch's.
    let work = try TicketWork { $0.stateFile = folder.file("tickets.sqlite") }
    try work.generate(Self.total, days: 365)
    var settings = try work.settings()
    settings.interval = .zero
    let clock = ContinuousClock()
    let start = clock.now
    let summary = try await work.job(settings).run()
    let seconds = (clock.now - start) / .seconds(1)
    let peak = try Self.peakMegabytes()
    #expect(summary.end == .complete && summary.requestCount == Self.total + 1)
    #expect(summary.imports.allSatisfy { $0.rejected == 0 && $0.replaced == 0 })
    let stored = try Snapshot(store: work.store)
    #expect(stored.rowCount(of: "tickets") == Self.total)
    let messages = TruthCount(try work.sandbox.truth(.messages)).lines
    #expect(stored.rowCount(of: "ticket_messages") == messages && messages > Self.total)
    #expect(try Verification(store: work.store).damages.isEmpty)
    work.clock.advance(by: .seconds(1))
    let again = try await work.job(settings).run()
    #expect(again.requestCount == 1 && again.unchangedCount == 1)
    print(
      "support: \(Self.total) tickets, \(messages) messages, \(summary.requestCount) requests, "
        + "\(Int(seconds.rounded())) s, at most \(peak) MB")
  }

  /// The most memory that this process has had.
  private static func peakMegabytes() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    return (Int(line.filter(\.isNumber)) ?? 0) / 1_024
  }

  /// Lines of CSV below the header; no generated text has a line end.
  private struct TruthCount {
    let lines: Int

    init(_ text: String) { lines = text.utf8.count { $0 == 10 } - 1 }
  }
}
