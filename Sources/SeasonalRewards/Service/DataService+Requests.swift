import APICore
import Foundation

/// Requests to any URL below the service's base, for methods that a program adds.
///
/// They go the way of all calls: errors, repetition and the cache of progress are the same.
extension DataService {
  /// Gets a value.
  ///
  /// - Parameter url: A URL below ``baseUrl``.
  /// - Returns: The value, or a ``SeasonalRewardsError``.
  public func performGETRequest<Value: Decodable & Sendable>(
    url: String
  ) async -> Result<Value, any Error> {
    await result { () async throws(SeasonalRewardsError) in
      let url = try ServiceURL(url, below: baseUrl)
      return try await object(Value.self, url.call(.get))
    }
  }

  /// Posts a body, and gets a value; made again only for an ``EarnPointsRequest`` with an activity's
  /// UUID.
  ///
  /// - Parameters:
  ///   - url: A URL below ``baseUrl``.
  ///   - body: What is sent as JSON.
  /// - Returns: The value, or a ``SeasonalRewardsError``.
  public func performPOSTRequest<Body: Encodable & Sendable, Value: Decodable & Sendable>(
    url: String, body: Body
  ) async -> Result<Value, any Error> {
    await result { () async throws(SeasonalRewardsError) in
      let isRepeatable = (body as? EarnPointsRequest)?.countsOnce ?? false
      let url = try ServiceURL(url, below: baseUrl)
      return try await object(
        Value.self, url.call(.post, try Self.json(body), isRepeatable: isRepeatable))
    }
  }

  /// Puts a body, and gets a value; never made again.
  ///
  /// - Parameters:
  ///   - url: A URL below ``baseUrl``.
  ///   - body: What is sent as JSON.
  /// - Returns: The value, or a ``SeasonalRewardsError``.
  public func performPUTRequest<Body: Encodable & Sendable, Value: Decodable & Sendable>(
    url: String, body: Body
  ) async -> Result<Value, any Error> {
    await result { () async throws(SeasonalRewardsError) in
      let url = try ServiceURL(url, below: baseUrl)
      return try await object(Value.self, url.call(.put, try Self.json(body)))
    }
  }

  /// Deletes; the answer's body is not read, and the request never made again.
  ///
  /// - Parameter url: A URL below ``baseUrl``.
  /// - Returns: Nothing, or a ``SeasonalRewardsError``.
  public func performDELETERequest(url: String) async -> Result<Void, any Error> {
    await result { () async throws(SeasonalRewardsError) in
      let url = try ServiceURL(url, below: baseUrl)
      _ = try await answer(url.call(.delete))
    }
  }

  // MARK: - Implementation

  private static func json(_ body: some Encodable) throws(SeasonalRewardsError) -> Data {
    do {
      return try SeasonalAPI.encoder.encode(body)
    } catch {
      throw .invalid(field: "body", found: "\(type(of: body))", expected: "what JSON can write")
    }
  }
}

extension ServiceURL {
  /// A call to the URL.
  fileprivate func call(
    _ method: HTTPMethod, _ body: Data? = nil, isRepeatable: Bool = false
  ) -> APICall {
    APICall(
      method, endpoint: endpoint, path: path, query: query, body: body,
      isIdempotent: method == .get || isRepeatable)
  }
}
