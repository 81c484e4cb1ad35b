import APICore
import FeedContract
import Foundation
import PoniRacing
import Testing

struct APIErrorTests {
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

  @Test(arguments: ["", "[]", "null", #"{"racecards": []}"#])
  func `an empty answer is no data`(body: String) async throws {
    let served = try ServedRacing { _ in .json(body) }
    await #expect(throws: APIError.noData) { try await served.service().fetchTodaysRaces() }
  }

  @Test func `status 204 is no data`() async throws {
    let served = try ServedRacing { _ in ScriptedAnswer([.send(ScriptedAnswer.head(204, []))]) }
    await #expect(throws: APIError.noData) { try await served.service().fetchTodaysRaces() }
  }

  @Test(arguments: ["{", "<html></html>", "7", #"{"message": "moved"}"#, #"[{"course": "x"}]"#])
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
    await #expect(throws: APIError(.insecure(host: "racing.example"))) {
      try await service.fetchTodaysRaces()
    }
  }

  @Test func `failures of a call have one error each`() {
    let timeOut = TransportError.timedOut(host: "h", after: .seconds(3))
    #expect(APIError(.transport(timeOut)) == .networkError("\(timeOut)"))
    #expect(APIError(.transport(.malformed(host: "h", reason: "r"))) == .invalidResponse)
    #expect(APIError(.cancelled) == .networkError("cancelled"))
    #expect(APIError(.noCredential(api: "racing")) == .invalidAPIKey)
  }

  @Test func `errors that users can do something about have the guide's advice`() {
    #expect(APIError.invalidAPIKey.advice.count == 3)
    #expect(APIError.invalidAPIKey.advice[1].contains("32+ characters"))
    #expect(APIError.rateLimitExceeded.advice[0].contains("1-second minimum"))
    #expect(APIError.noData.advice[0].contains("current date"))
    #expect(APIError.serverError(500).advice == [])
  }
}
