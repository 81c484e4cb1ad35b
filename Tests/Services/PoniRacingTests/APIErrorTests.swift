import APICore
import FeedContract
import Foundation
import PoniRacing
import Testing

struct APIErrorTests {
  private static let call = APICall(endpoint: "/racecards")

  @Test(arguments: [
    (APIError.invalidAPIKey, "Invalid API key. Please check your RapidAPI key."),
    (.rateLimitExceeded, "Rate limit exceeded. Please wait before making more requests."),
    (.networkError("no route"), "Network error: no route"),
    (.noData, "No data available."),
    (.invalidResponse, "Invalid response from server."),
    (.serverError(503), "Server error: 503"),
  ])
  func `an error's text is the guide's`(error: APIError, text: String) {
    #expect(error.errorDescription == text)
    #expect((error as any Error).localizedDescription == text)
    #expect("\(error)" == text)
  }

  @Test(arguments: [
    (401, APIError.invalidAPIKey), (403, .invalidAPIKey), (429, .rateLimitExceeded),
    (400, .serverError(400)), (404, .serverError(404)), (500, .serverError(500)),
    (503, .serverError(503)),
  ])
  func `a status becomes its error`(status: Int, error: APIError) async throws {
    let served = try ServedRacing { _ in .json(#"{"message": "no"}"#, status: status) }
    await #expect(throws: error) { try await served.service().fetchTodaysRaces() }
  }

  @Test(arguments: [
    (400, #"{"message": "No such day"}"#, "Server error: 400 (GET /racecards: No such day)"),
    (404, "", "Server error: 404 (GET /racecards)"),
    (
      422, #"{"errors": {"date": ["is no day"]}}"#,
      "Server error: 422 (GET /racecards: date: is no day)"
    ),
    (
      502, "<html><h1>502 Bad Gateway</h1></html>",
      "Server error: 502 (GET /racecards: an HTML page, “502 Bad Gateway”)"
    ),
  ])
  func `a refusal's text begins as the guide's, and states call and reason`(
    status: Int, body: String, text: String
  ) async throws {
    let served = try ServedRacing { _ in .json(body, status: status) }
    let manager = served.manager()
    do throws(APIError) {
      _ = try await manager.fetchTodaysRaces()
      Issue.record("nothing was thrown")
    } catch {
      #expect(error.localizedDescription == text && manager.errorMessage == text)
      guard case .serverError(let code) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(code.status == status && "Server error: \(code)" == text)
      #expect(code >= 400 && error == .serverError(status) && error != .serverError(418))
    }
  }

  @Test(arguments: [
    (
      403, #"{"message": "You are not subscribed to this API."}"#,
      "status 403 to GET /racecards: You are not subscribed to this API."
    ),
    (
      429, #"{"message": "The quota is used up"}"#,
      "status 429 to GET /racecards: The quota is used up"
    ),
    (200, "", "GET /racecards: found an empty body; expected JSON"),
    (
      200, "<html><title>Log in</title></html>",
      "GET /racecards: found an HTML page, “Log in”; expected JSON"
    ),
    (
      200, #"{"message": "moved"}"#,
      "GET /racecards: found an object; expected a list under “racecards”; it says “moved”"
    ),
    (
      200, #"[{"course": "x"}]"#,
      "GET /racecards, [0]: found no race_id or id_race; expected a text or number"
    ),
  ])
  func `the service states the cause that its error has no room for`(
    status: Int, body: String, cause: String
  ) async throws {
    let served = try ServedRacing { _ in .json(body.isEmpty ? " " : body, status: status) }
    let service = served.service { $0.retries = .never }
    #expect(service.lastFailure == nil)
    do throws(APIError) {
      _ = try await service.fetchTodaysRaces()
      Issue.record("nothing was thrown")
    } catch {
      #expect(error.lacksCause && service.lastFailure == cause)
      #expect(served.rejected.withLock { $0.isEmpty })
    }
  }

  @Test(arguments: ["[]", #"{"racecards": []}"#])
  func `an empty list is no data`(body: String) async throws {
    let served = try ServedRacing { _ in .json(body) }
    await #expect(throws: APIError.noData) { try await served.service().fetchTodaysRaces() }
  }

  @Test func `status 204 is no data`() async throws {
    let served = try ServedRacing { _ in ScriptedAnswer([.send(ScriptedAnswer.head(204, []))]) }
    await #expect(throws: APIError.noData) { try await served.service().fetchTodaysRaces() }
  }

  @Test(arguments: [
    "", "null", "{}", "{", "<html></html>", "7", #"{"message": "moved"}"#, #"[{"course": "x"}]"#,
    #"{"racecards": null}"#, #"{"racecards": {}}"#,
  ])
  func `an answer that cannot be read is invalid`(body: String) async throws {
    let served = try ServedRacing { _ in .json(body) }
    await #expect(throws: APIError.invalidResponse) {
      try await served.service().fetchTodaysRaces()
    }
  }

  @Test func `a server that is not there is a network error that names the host`() async throws {
    let nobody = try SilentPort()
    var settings = RacingServiceSettings(baseURL: nobody.url)
    settings.retries = .never
    let service = RealDataService(
      settings, key: ServedRacing.key,
      surroundings: RacingSurroundings(transport: ServedRacing.transport))
    do throws(APIError) {
      _ = try await service.fetchTodaysRaces()
      Issue.record("somebody answered")
    } catch {
      guard case .networkError(let text) = error else {
        Issue.record("found \(error); expected a network error")
        return
      }
      #expect(text.contains("127.0.0.1:\(nobody.port)"))
    }
  }

  @Test func `without a key nothing is sent`() async throws {
    let served = try ServedRacing.live()
    await #expect(throws: APIError.invalidAPIKey) {
      try await served.service(key: nil).fetchTodaysRaces()
    }
    #expect(served.targets == [])
  }

  @Test func `to another machine no key is sent by plain http`() async throws {
    let service = RealDataService(
      RacingServiceSettings(baseURL: URL(string: "http://racing.example")!), key: ServedRacing.key)
    await #expect(throws: APIError(.insecure(host: "racing.example"), of: Self.call)) {
      try await service.fetchTodaysRaces()
    }
  }

  @Test func `failures of a call have one error each`() {
    let timeOut = TransportError.timedOut(host: "h", after: .seconds(3))
    #expect(
      APIError(.transport(timeOut), of: Self.call) == .networkError("GET /racecards: \(timeOut)"))
    let malformed = APIFailure.transport(.malformed(host: "h", reason: "r"))
    #expect(APIError(malformed, of: Self.call) == .invalidResponse)
    #expect(APIError(.cancelled, of: Self.call) == .networkError("cancelled"))
    #expect(APIError(.noCredential(api: "racing"), of: Self.call) == .invalidAPIKey)
  }

  @Test func `errors that users can do something about have the guide's advice`() {
    #expect(APIError.invalidAPIKey.advice.count == 3)
    #expect(APIError.invalidAPIKey.advice[1].contains("32+ characters"))
    #expect(APIError.rateLimitExceeded.advice[0].contains("1-second minimum"))
    #expect(APIError.noData.advice[0].contains("current date"))
    #expect(APIError.serverError(500).advice == [])
  }
}
