import APICore
import Testing

struct RetryPolicyTests {
  private let get = APICall(endpoint: "/races")
  private let post = APICall(.post, endpoint: "/bets")
  private let busy = APIFailure.refused(HTTPResponse(status: 503))

  private func delay(
    _ policy: RetryPolicy, _ call: APICall? = nil, _ failure: APIFailure? = nil, attempt: Int = 1,
    retryAfter: Duration? = nil
  ) -> Duration? {
    policy.delay(
      of: call ?? get, after: failure ?? busy, attempt: attempt, retryAfter: retryAfter)
  }

  @Test func `waits double up to their bound`() {
    let policy = RetryPolicy(attempts: 9, longestDelay: .seconds(6), random: { 0 })
    let delays = (1...9).map { delay(policy, attempt: $0) }
    #expect(delays == [1, 2, 4, 6, 6, 6, 6, 6].map { .seconds($0) } + [nil])
  }

  @Test(arguments: [(0.0, 1000), (0.5, 750), (0.98, 510)])
  func `jitter takes off up to half`(random: Double, milliseconds: Int) {
    #expect(
      delay(RetryPolicy(random: { random })) == .milliseconds(milliseconds))
  }

  @Test(arguments: [
    (429, true), (500, true), (502, true), (503, true), (504, true), (400, false), (401, false),
    (403, false), (404, false), (409, false), (501, false),
  ])
  func `only some refusals are tried again`(status: Int, isTriedAgain: Bool) {
    let failure = APIFailure.refused(HTTPResponse(status: status))
    #expect((delay(RetryPolicy(), get, failure) != nil) == isTriedAgain)
  }

  @Test(arguments: [
    (TransportError.unreachable(host: "h", reason: "r"), true, true),
    (.timedOut(host: "h", after: .seconds(1)), true, false),
    (.interrupted(host: "h", reason: "r"), true, false),
    (.tooLarge(host: "h", limit: 1), false, false),
    (.malformed(host: "h", reason: "r"), false, false),
    (.redirectRefused(host: "h", reason: "r"), false, false),
    (.redirectedAway(host: "h", to: "o"), false, false),
    (.unreadableBody(host: "h", reason: "a.png: gone"), false, false), (.cancelled, false, false),
  ])
  func `a call that may have been done is repeated only if that does no harm`(
    error: TransportError, getAgain: Bool, postAgain: Bool
  ) {
    #expect((delay(RetryPolicy(), get, .transport(error)) != nil) == getAgain)
    #expect((delay(RetryPolicy(), post, .transport(error)) != nil) == postAgain)
    let safe = APICall(.post, endpoint: "/search", isIdempotent: true)
    #expect((delay(RetryPolicy(), safe, .transport(error)) != nil) == getAgain)
  }

  @Test func `the server's time is obeyed as it is`() {
    let limited = APIFailure.refused(HTTPResponse(status: 429))
    #expect(delay(RetryPolicy(), get, limited, retryAfter: .seconds(3)) == .seconds(3))
    #expect(delay(RetryPolicy(), get, limited) == .seconds(10))
    #expect(delay(RetryPolicy(), post, limited, retryAfter: .seconds(3)) == nil)
  }

  @Test func `a policy of one attempt tries nothing again`() {
    #expect(delay(.never) == nil)
  }
}
