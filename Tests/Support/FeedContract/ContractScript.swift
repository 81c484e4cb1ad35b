import Foundation

/// The server's answers in a case.
struct ContractScript: Sendable {
  let example: ContractCase
  let samples: ContractSamples
  let elsewhere: URL

  /// The words of a refusal that a client's user must see.
  static let refusal = "The 31st of November is no day"
  /// The object of another service.
  static let foreignObject = #"{"success": true, "message": "Welcome", "items": [1, 2]}"#
  /// The time between two requests by which a nearly used quota lasts.
  static let quotaInterval = Duration.seconds(30)

  func answer(_ request: ScriptedRequest) -> ScriptedAnswer {
    let isFirst = request.index == 0
    let good = ScriptedAnswer.json(samples.body(samples.good))
    switch example {
    case .success, .oneKeyTwoProcesses: return good
    case .empty: return .json(samples.body([]))
    case .unauthorised: return .json(#"{"message": "unknown key"}"#, status: 401)
    case .expiredThenRefreshed:
      if isFirst { return .json(#"{"message": "expired"}"#, status: 401) }
      if request.index == 1, let renewal = samples.renewal {
        return .json(renewal(ContractStage.secondKey))
      }
      return good
    case .rateLimitedThenSuccess:
      return isFirst ? .json("{}", status: 429, headers: [("Retry-After", "3")]) : good
    case .serverErrorThenSuccess: return isFirst ? .json("busy", status: 503) : good
    case .slow: return ScriptedAnswer([.pause(.seconds(1)), .close])
    case .reset: return cut(by: .reset)
    case .truncatedBody: return cut(by: .close)
    case .invalidUTF8: return notUTF8
    case .unknownField: return .json(samples.body([samples.good[0], samples.unknownField]))
    case .unknownEnumValue: return .json(samples.body([samples.good[0], samples.unknownValue]))
    case .oneBadElement:
      return .json(samples.body([samples.good[0], samples.bad, samples.good[1]]))
    case .oversizedBody:
      return .whole(PackedBomb.bytes, headers: [("Content-Encoding", "gzip")])
    case .redirectToAnotherHost:
      return .json(
        "", status: 302, headers: [("Location", elsewhere.absoluteString + "/elsewhere")])
    case .refusedWithMessage: return refusal
    case .elementWithoutID:
      return .json(samples.body([samples.good[0], samples.withoutID, samples.good[1]]))
    case .foreignObjectAfterRedirect:
      return .json(
        "", status: request.method == "GET" ? 302 : 303,
        headers: [("Location", elsewhere.absoluteString + "/elsewhere")])
    case .noContent: return ScriptedAnswer([.send(ScriptedAnswer.head(204, []))])
    case .emptyBody: return .json("")
    case .wrongType: return .json(#"{"unheard": {"of": [1, 2]}}"#)
    case .nullMembers: return .json(samples.body([samples.good[0], samples.nullMembers]))
    case .nearlyUsedQuota:
      let quota = [("Limit", "100"), ("Remaining", "2"), ("Reset", "60")]
      return .json(
        samples.body(samples.good),
        headers: isFirst ? quota.map { ("X-RateLimit-Requests-" + $0, $1) } : [])
    }
  }

  // MARK: - Implementation

  private var refusal: ScriptedAnswer {
    let tail = String(repeating: " and again", count: 500)
    return .json(
      #"{"message": "\u001b[2J\#(Self.refusal)\u0007, \#(ContractStage.firstKey)\#(tail)"}"#,
      status: 400)
  }

  /// Half of the body that the header fields announce.
  private func cut(by end: ScriptedAnswer.Step) -> ScriptedAnswer {
    let body = Array(samples.body(samples.good).utf8)
    return ScriptedAnswer([
      .send(ScriptedAnswer.head(200, [("Content-Length", "\(body.count)")])),
      .send(Array(body.prefix(body.count / 2))), .pause(.milliseconds(20)), end,
    ])
  }

  /// A byte that no UTF-8 text has, in the last of the body's strings.
  private var notUTF8: ScriptedAnswer {
    var body = Array(samples.body(samples.good).utf8)
    body.insert(0xFF, at: body.lastIndex(of: UInt8(ascii: "\"")) ?? 0)
    return .whole(body, headers: [("Content-Type", "application/json")])
  }
}
