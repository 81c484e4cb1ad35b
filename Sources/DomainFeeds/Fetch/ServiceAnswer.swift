import APICore

/// What sending a request came to.
enum ServiceAnswer {
  /// The service answered; nil where the answer could not be read to its end.
  case sent(HTTPResponse?)
  /// Nothing more can be asked.
  case ended(FetchSummary.End)

  /// Sends a request, and sorts failures into those of this request and those of the service.
  init(
    of service: ServiceWords, _ send: () async throws(APIFailure) -> HTTPResponse
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
      default: self = .ended(.stopped(reason: service.reason(error)))
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
  func reason(_ failure: APIFailure) -> String {
    switch failure {
    case .transport(let error): "\(error)"
    case .refused(let response) where [401, 403].contains(response.status):
      "\(name) refused \(credential) (status \(response.status)); expected \(wanted)"
    case .refused(let response) where response.status == 429:
      "\(name) allows no more requests for now (status 429)"
    case .refused(let response):
      "\(name) failed (status \(response.status)), also when asked again"
    case .noCredential: missing
    case .unsendable: "\(failure)"
    case .insecure(let host):
      "found a plain http address of \(host); expected https, or --allow-http"
    case .cancelled: "cancelled"
    }
  }
}
