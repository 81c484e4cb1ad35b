import APICore
import PoniRacing

/// What sending a request came to.
enum ServiceAnswer {
  /// The service answered; nil where the answer could not be read to its end.
  case sent(HTTPResponse?)
  /// Nothing more can be asked.
  case ended(FetchSummary.End)
}

extension RacingAPI {
  /// Sends a request, and sorts failures into those of this request and those of the service.
  func answer(to request: FetchRequest) async -> ServiceAnswer {
    do throws(APIFailure) {
      switch request {
      case .racecards(let day): return .sent(try await racecards(on: day))
      case .results(let day): return .sent(try await results(on: day))
      case .race(let id, _): return .sent(try await race(id))
      }
    } catch {
      switch error {
      case .cancelled, .transport(.cancelled): return .ended(.cancelled)
      case .refused(let response) where JournalEntry.isRefusal(response.status):
        return .sent(response)
      // The next request may fare better: the body was too large or its packing damaged.
      case .transport(.tooLarge), .transport(.malformed): return .sent(nil)
      default: return .ended(.stopped(reason: error.reason))
      }
    }
  }
}

extension APIFailure {
  /// Why a fetch cannot go on, in words.
  fileprivate var reason: String {
    switch self {
    case .transport(let error): "\(error)"
    case .refused(let response) where [401, 403].contains(response.status):
      "the racing service refused the API key (status \(response.status)); expected a key with a "
        + "subscription, in RAILBIRD_RACING_API_KEY or a file of mode 0600"
    case .refused(let response) where response.status == 429:
      "the racing service allows no more requests for now (status 429)"
    case .refused(let response):
      "the racing service failed (status \(response.status)), also when asked again"
    case .noCredential:
      "found no API key; expected RAILBIRD_RACING_API_KEY or --credentials FILE"
    case .insecure(let host):
      "found a plain http address of \(host); expected https, or --allow-http"
    case .cancelled: "cancelled"
    }
  }
}
