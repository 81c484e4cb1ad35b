import APICore

/// The refusals of RapidAPI's gateway, in front of the racing service.
extension RacingSandbox {
  /// Returns a refusal in RapidAPI's words.
  public func refusal(_ reason: SandboxRefusal) -> HTTPResponse {
    switch reason {
    case .unauthorised:
      HTTPResponse(
        status: 401,
        message: "Invalid API key. Go to https://docs.rapidapi.com/docs/keys for more info.")
    case .notSubscribed:
      HTTPResponse(status: 403, message: "You are not subscribed to this API.")
    case .rateLimited(let seconds):
      HTTPResponse(
        status: 429,
        message: "You have exceeded the rate limit per second for your plan, BASIC, by the API "
          + "provider", headers: ["Retry-After": String(seconds)])
    case .quotaExceeded(let seconds):
      HTTPResponse(
        status: 429,
        message: "You have exceeded the DAILY quota for Requests on your current plan, BASIC.",
        headers: ["Retry-After": String(seconds)])
    case .failed(let status):
      HTTPResponse(status: status, message: "The API provider has failed")
    }
  }

  /// Returns the quota in RapidAPI's fields.
  public func limitHeaders(_ quota: QuotaState) -> HTTPHeaders {
    [
      "X-RateLimit-Requests-Limit": String(quota.limit),
      "X-RateLimit-Requests-Remaining": String(quota.remaining),
      "X-RateLimit-Requests-Reset": String(quota.resetSeconds),
    ]
  }
}
