import Testing

@testable import APICore

struct RequestWaitTests {
  @Test(arguments: [
    (
      RequestWait.Reason.quota(left: 2, limit: 100, renewal: .milliseconds(59_100)),
      "the service's quota has 2 of 100 requests left, and is renewed in 60 s"
    ),
    (
      .quota(left: 0, limit: nil, renewal: .seconds(90)),
      "the service's quota has 0 requests left, and is renewed in 90 s"
    ),
    (.pause, "the service accepts no request until then"),
    (.refusals, "the service has refused requests as too many"),
    (.otherProcess, "another command uses the same key"),
    (.failure("status 503"), "found status 503; the request is repeated"),
  ])
  func `a wait says how long it is, before which call, and why`(
    reason: RequestWait.Reason, words: String
  ) {
    let wait = RequestWait(.milliseconds(29_300), before: "GET /race/77", for: reason)
    #expect("\(wait)" == "waiting 30 s before GET /race/77: \(words)")
  }

  @Test func `long waits are reported, and of shorter ones one a minute for each reason`() {
    let notices = WaitNotices()
    func wants(
      _ seconds: Int, _ reason: RequestWait.Reason = .pause, at time: Int
    ) -> Bool {
      notices.wants(
        RequestWait(.seconds(seconds), before: "GET /a", for: reason), at: .seconds(time))
    }
    #expect(!wants(1, at: 0))
    #expect(wants(3, at: 0) && !wants(3, at: 59) && wants(3, at: 60))
    #expect(wants(10, at: 61) && !wants(9, at: 62))
    #expect(wants(3, .refusals, at: 63))
  }
}
