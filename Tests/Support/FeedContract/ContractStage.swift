import APICore
import Foundation
import Synchronization
import TestSupport

/// The servers, keys, clock and log of one case.
final class ContractStage: Sendable {
  /// The first key, 40 letters and digits.
  static let firstKey = "a1" + String(repeating: "Zx7", count: 12) + "q9"
  /// The key after the first has expired.
  static let secondKey = "b2" + String(repeating: "Wy8", count: 12) + "r0"

  let example: ContractCase
  let samples: ContractSamples
  let server: ScriptedServer
  let otherHost: ScriptedServer
  let clock = ManualClock(isImpatient: true)
  let log = CapturedLog()
  private let folder: TemporaryFolder
  private let records = Recorded()
  private let key: CurrentKey

  private final class CurrentKey: Sendable {
    let value = Mutex(ContractStage.firstKey)
  }

  private final class Recorded: Sendable {
    let values = Mutex<[RequestRecord]>([])
    /// The waits, each with the time at which the client has reported it.
    let waits = Mutex<[(wait: RequestWait, at: Duration)]>([])
  }

  init(_ example: ContractCase, _ samples: ContractSamples) throws {
    let key = CurrentKey()
    let other = try ScriptedServer([
      .json(
        example == .foreignObjectAfterRedirect
          ? ContractScript.foreignObject : samples.body(samples.good))
    ])
    let script = ContractScript(example: example, samples: samples, elsewhere: other.otherURL)
    self.example = example
    self.samples = samples
    self.key = key
    folder = try TemporaryFolder()
    otherHost = other
    server = try ScriptedServer { request in
      let answer = script.answer(request)
      if example == .expiredThenRefreshed, samples.renewal == nil {
        key.value.withLock { $0 = Self.secondKey }
      }
      return answer
    }
  }

  /// The pace of all clients.
  private static let interval = Duration.seconds(1)

  /// Returns the client's settings; each call imitates another process.
  func setting(_ transport: any Transport) -> ContractSetting {
    ContractSetting(
      baseURL: server.url, key: { [key] in key.value.withLock { $0 } }, transport: transport,
      limits: TransferLimits(
        totalTime: example == .slow ? .milliseconds(150) : .seconds(120), bodyBytes: 1 << 16),
      clock: clock, interval: Self.interval,
      others: PaceFile(path: folder.file("state/pace"), digest: { "\($0.hashValue)" }),
      log: log.logger,
      observe: { [records] record in records.values.withLock { $0.append(record) } },
      waits: { [records, clock] wait in
        records.waits.withLock { $0.append((wait, clock.uptime)) }
      })
  }

  func stop() {
    server.stop()
    otherHost.stop()
  }

  /// Returns the deviations from the case's expectations.
  func findings(_ outcomes: [ContractOutcome]) -> [String] {
    outcomes.flatMap { wrongOutcome($0) + wrongText($0) } + wrongRequests(outcomes.count)
      + leaks(outcomes)
  }

  // MARK: - Implementation

  private func wrongOutcome(_ outcome: ContractOutcome) -> [String] {
    let expected: [ContractFailure]
    let count: Int
    switch example {
    case .success, .expiredThenRefreshed, .rateLimitedThenSuccess, .serverErrorThenSuccess,
      .oneKeyTwoProcesses, .nearlyUsedQuota:
      (expected, count) = ([], samples.good.count)
    case .empty, .noContent: (expected, count) = ([], 0)
    case .unknownField, .unknownEnumValue, .oneBadElement, .elementWithoutID, .nullMembers:
      (expected, count) = ([], 2)
    case .refusedWithMessage: (expected, count) = ([.other], 0)
    case .unauthorised: (expected, count) = ([.unauthorised], 0)
    case .slow, .reset, .truncatedBody, .redirectToAnotherHost, .foreignObjectAfterRedirect:
      (expected, count) = ([.network], 0)
    case .invalidUTF8, .emptyBody, .wrongType: (expected, count) = ([.unreadable], 0)
    case .oversizedBody: (expected, count) = ([.network, .unreadable], 0)
    }
    let rejected = [.oneBadElement, .elementWithoutID].contains(example) ? 1 : 0
    switch outcome {
    case .elements(count, rejected: rejected) where expected.isEmpty:
      return []
    case .failure(let kind, _) where expected.contains(kind): return []
    default:
      let wanted = expected.isEmpty ? "\(count) elements" : "\(expected)"
      return ["\(example): found \(outcome); expected \(wanted)"]
    }
  }

  /// Checks a refusal's text: it has the server's words, and nothing unsafe for a terminal.
  private func wrongText(_ outcome: ContractOutcome) -> [String] {
    guard example == .refusedWithMessage, case .failure(_, let text) = outcome else { return [] }
    var findings: [String] = []
    if !text.contains(ContractScript.refusal) {
      findings.append("\(example): found “\(text)”; expected the server's words in it")
    }
    if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      findings.append("\(example): the text holds control characters")
    }
    if text.count > 600 { findings.append("\(example): the text has \(text.count) characters") }
    return findings
  }

  private func wrongRequests(_ calls: Int) -> [String] {
    let count = server.requests.count
    let allowed: ClosedRange<Int> =
      switch example {
      case .success, .empty, .invalidUTF8, .unknownField, .unknownEnumValue, .oneBadElement,
        .oversizedBody, .redirectToAnotherHost, .refusedWithMessage:
        1...1
      case .elementWithoutID, .foreignObjectAfterRedirect, .noContent, .emptyBody, .wrongType,
        .nullMembers:
        calls...calls
      // The first list may be a kept one the second time.
      case .nearlyUsedQuota: max(2, calls - 1)...calls
      case .rateLimitedThenSuccess, .serverErrorThenSuccess, .oneKeyTwoProcesses: 2...2
      case .unauthorised: 1...2
      case .expiredThenRefreshed: samples.renewal == nil ? 2...2 : 3...3
      case .slow, .reset, .truncatedBody: 2...10
      }
    var findings: [String] = []
    if !allowed.contains(count) {
      findings.append("\(example): found \(count) requests; expected \(allowed)")
    }
    if example == .rateLimitedThenSuccess, clock.uptime < .seconds(3) {
      findings.append("\(example): found a wait of \(clock.uptime); expected 3 s as told")
    }
    let newKeyed = server.requests.last?.mentions(Self.secondKey) == true
    if example == .expiredThenRefreshed, !newKeyed {
      findings.append("\(example): the last request does not carry the new key")
    }
    if example == .success, server.requests.first?.mentions(Self.firstKey) != true {
      findings.append("\(example): the request does not carry the key")
    }
    // A kept answer has a record too, without a request.
    let times = records.values.withLock { $0.filter { $0.cache != .hit }.map(\.time) }
    if times.isEmpty { findings.append("\(example): no attempt was reported") }
    let gaps = zip(times.dropFirst(), times).map { Duration.microseconds($0 - $1) }
    if example == .oneKeyTwoProcesses, let gap = gaps.min(), gap < Self.interval {
      findings.append("\(example): found requests \(gap) apart; expected \(Self.interval)")
    }
    if !otherHost.requests.isEmpty {
      findings.append("\(example): the other host has got a request; expected none")
    }
    return findings + wrongWaits(times)
  }

  /// Checks that a wait for the quota is reported, with its length and its reason, before it
  /// begins.
  private func wrongWaits(_ times: [Int64]) -> [String] {
    let waits = records.waits.withLock { $0 }
    guard example == .nearlyUsedQuota else { return [] }
    guard let first = waits.first else { return ["\(example): found no report of the wait"] }
    var findings: [String] = []
    let interval = ContractScript.quotaInterval
    guard case .quota(left: 2, limit: 100, _) = first.wait.reason else {
      return ["\(example): found \(first.wait.reason); expected the quota as the reason"]
    }
    if first.wait.time > interval || first.wait.time < interval - .seconds(2) {
      findings.append("\(example): found a wait of \(first.wait.time); expected \(interval)")
    }
    if first.at > .seconds(10) {
      findings.append("\(example): the wait was reported after \(first.at); expected 10 s at most")
    }
    let gap = times.count > 1 ? Duration.microseconds(times[1] - times[0]) : .zero
    if gap < interval - .seconds(2) {
      findings.append("\(example): found requests \(gap) apart; expected \(interval)")
    }
    return findings
  }

  /// Returns the places where a key appears that must not.
  private func leaks(_ outcomes: [ContractOutcome]) -> [String] {
    let records = records.values.withLock { $0 }
    let places: [(String, [String])] = [
      ("outcome", ["\(outcomes)", String(reflecting: outcomes)]),
      ("log", log.lines),
      ("record", records.map { String(reflecting: $0) }),
      ("URL", samples.hasKeyInQuery ? [] : server.requests.map(\.target)),
      ("other host's URL", otherHost.requests.map(\.target)),
      ("other host", otherHost.requests.map { "\($0.headers) \($0.body)" }),
    ]
    return places.flatMap { place, texts in
      texts.filter { $0.contains(Self.firstKey) || $0.contains(Self.secondKey) }
        .map { "\(example): the key stands in the \(place): \($0)" }
    }
  }
}
