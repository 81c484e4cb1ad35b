import APICore
import Testing

struct ErrorMessageTests {
  @Test(arguments: [
    (
      TransportError.unreachable(host: "h:1", reason: "connection refused"),
      "h:1: cannot be reached (connection refused)", "cannot be reached"
    ),
    (
      .timedOut(host: "h", after: .milliseconds(1500)), "h: found no whole answer after 1.5 s",
      "timed out"
    ),
    (
      .interrupted(host: "h", reason: "closed by the server"),
      "h: the connection ended before the answer did (closed by the server)", "interrupted"
    ),
    (
      .tooLarge(host: "h", limit: 9),
      "h: found an answer of more than 9 bytes; expected at most that", "too large"
    ),
    (
      .malformed(host: "h", reason: "its packing is damaged"),
      "h: the answer cannot be read (its packing is damaged)",
      "unreadable answer (its packing is damaged)"
    ),
    (
      .redirectRefused(host: "h", reason: "from https to http"),
      "h: redirect not followed (from https to http)", "redirect not followed"
    ),
    (
      .redirectedAway(host: "h", to: "o:8080"),
      "h: found a redirect to o:8080; expected an answer of h", "redirect to another host"
    ),
    (
      .unreadableBody(host: "h", reason: "a.png: found another size; expected 9 bytes"),
      "h: the body cannot be sent (a.png: found another size; expected 9 bytes)",
      "body cannot be read"
    ),
    (.cancelled, "cancelled", "cancelled"),
  ])
  func `a transport's error names the host`(
    error: TransportError, message: String, summary: String
  ) {
    #expect("\(error)" == message)
    #expect(error.summary == summary)
    #expect("\(APIFailure.transport(error))" == message)
  }

  @Test(arguments: [
    (
      APIFailure.refused(HTTPResponse(status: 500)), "found status 500; expected one below 400"
    ),
    (
      .refused(HTTPResponse(status: 429, headers: ["Retry-After": "3"])),
      "found status 429, retry after 3; expected one below 400"
    ),
    (
      .paused(host: "h", until: 1_715_775_000_000_000),
      "h: accepts no request until 2024-05-15T12:10:00Z; nothing was sent"
    ),
    (.noCredential(api: "racing"), "racing: found no credential; expected one"),
    (
      .unsendable(api: "racing", found: "a line break"),
      "racing: found a line break in the credential; expected none"
    ),
    (
      .insecure(host: "h"),
      "h: found plain http or a malformed base URL; expected https before a credential is sent"
    ),
    (.cancelled, "cancelled"),
  ])
  func `a failure says what was found and expected`(failure: APIFailure, message: String) {
    #expect("\(failure)" == message)
  }
}
