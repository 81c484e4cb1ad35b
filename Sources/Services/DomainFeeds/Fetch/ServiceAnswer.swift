import APICore

/// A sent request: its result, and the record of each attempt.
struct SentRequest {
  let answer: ServiceAnswer
  let records: [RequestRecord]

  /// Sends a request of a feed.
  init<F: Feed>(_ request: F.Request, _ feed: F) async {
    let job = feed.job
    _ = job.attempts.take()
    let (sentAt, start) = (job.clock.now, job.clock.uptime)
    let call = request.call
    answer = await ServiceAnswer(to: request, of: feed.words) { () async throws(APIFailure) in
      try await job.connection.send(call)
    }
    let attempts = job.attempts.take()
    if attempts.isEmpty, case .sent(let response) = answer {
      records = [
        RequestRecord(
          time: sentAt, api: F.api, endpoint: call.endpoint, status: response?.status,
          microseconds: (job.clock.uptime - start).microseconds,
          bytes: response?.body.count ?? 0)
      ]
    } else {
      records = attempts
    }
  }
}

/// The result of sending a request.
enum ServiceAnswer {
  /// The service answered; nil if the answer could not be read to its end.
  case sent(HTTPResponse?)
  /// No more requests are possible.
  case ended(FetchSummary.End)

  /// Sends a request, and separates failures of this request from failures of the service.
  fileprivate init(
    to request: some FeedRequest, of service: ServiceWords,
    _ send: () async throws(APIFailure) -> HTTPResponse
  ) async {
    do throws(APIFailure) {
      self = .sent(try await send())
    } catch {
      switch error {
      case .cancelled, .transport(.cancelled): self = .ended(.cancelled)
      case .refused(let response) where JournalEntry.isRefusal(response.status):
        self = .sent(response)
      // The next request may succeed: this body was too large, damaged, or from another host.
      case .transport(.tooLarge), .transport(.malformed), .transport(.redirectedAway):
        self = .sent(nil)
      case .refused(let response) where !request.rules.quotesService:
        let refusal = APIFailure.refused(HTTPResponse(status: response.status))
        self = .ended(.stopped(reason: service.reason(refusal, request.text)))
      default: self = .ended(.stopped(reason: service.reason(error, request.text)))
      }
    }
  }
}

/// A service's names in the messages of a failed fetch.
struct ServiceWords {
  let name: String
  /// The credential's name.
  let credential: String
  let wanted: String
  let missing: String

  /// Describes why a fetch cannot go on.
  ///
  /// - Parameters:
  ///   - failure: The reason for the failure.
  ///   - request: Path and query of the request.
  /// - Returns: A sentence, with the service's own words for a refusal.
  func reason(_ failure: APIFailure, _ request: String) -> String {
    switch failure {
    case .transport(let error): "\(request): \(error)"
    case .refused(let response):
      "\(request): " + refusal(response.status, response.serverMessage.map { ": " + $0 } ?? "")
    case .paused(_, let until):
      "\(request): \(name) accepts no request until \(APIDate(micros: until).iso); nothing was sent"
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
    default: "\(name) failed (status \(status)\(words)), also on retry"
    }
  }
}

extension Duration {
  /// The duration in whole microseconds.
  fileprivate var microseconds: Int64 {
    components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
  }
}
