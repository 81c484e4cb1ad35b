import APICore

/// What sending a request came to.
enum ServiceAnswer {
  /// The service answered; nil where the answer could not be read to its end.
  case sent(HTTPResponse?)
  /// Nothing more can be asked.
  case ended(FetchSummary.End)

  /// Sends a request, and sorts failures into those of this request and those of the service.
  init(
    to request: some AskedRequest, of service: ServiceWords,
    _ send: () async throws(APIFailure) -> HTTPResponse
  ) async {
    do throws(APIFailure) {
      self = .sent(try await send())
    } catch {
      switch error {
      case .cancelled, .transport(.cancelled): self = .ended(.cancelled)
      case .refused(let response) where JournalEntry.isRefusal(response.status):
        self = .sent(response)
      // The next request may fare better: the body was too large or its packing damaged.
      case .transport(.tooLarge), .transport(.malformed): self = .sent(nil)
      default: self = .ended(.stopped(reason: service.reason(error, request.text)))
      }
    }
  }
}

/// How a service is spoken of when it cannot be asked any more.
struct ServiceWords {
  static let racing = ServiceWords(
    name: "the racing service", credential: "the API key",
    wanted: "a key with a subscription, in RAILBIRD_RACING_API_KEY or a file of mode 0600",
    missing:
      "found no API key; expected one in the environment variable RAILBIRD_RACING_API_KEY, or a "
      + "file of mode 0600 with a line RAILBIRD_RACING_API_KEY=…, given by --credentials FILE")
  static let points = ServiceWords(
    name: "the points service", credential: "this caller",
    wanted: "a service that lets everyone read",
    missing: "found no credential; expected a service that wants none")

  let name: String
  /// What may be refused.
  let credential: String
  let wanted: String
  let missing: String

  /// Why a fetch cannot go on, in words.
  ///
  /// - Parameters:
  ///   - failure: Why there is no answer.
  ///   - request: Path and query of what was asked.
  /// - Returns: A sentence, with the service's own words where it refused.
  func reason(_ failure: APIFailure, _ request: String) -> String {
    switch failure {
    case .transport(let error): "\(request): \(error)"
    case .refused(let response):
      "\(request): " + refusal(response.status, response.serverMessage.map { ": " + $0 } ?? "")
    case .noCredential: missing
    case .unsendable: "\(failure)"
    case .insecure(let host):
      "found a plain http address of \(host); expected https, or --allow-http"
    case .cancelled: "cancelled"
    }
  }

  private func refusal(_ status: Int, _ words: String) -> String {
    switch status {
    case 401, 403: "\(name) refused \(credential) (status \(status)\(words)); expected \(wanted)"
    case 429: "\(name) allows no more requests for now (status 429\(words))"
    default: "\(name) failed (status \(status)\(words)), also when asked again"
    }
  }
}
