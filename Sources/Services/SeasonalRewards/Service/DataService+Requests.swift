import APICore
import Foundation

/// Requests to any URL below the service's base, for methods that a program adds.
///
/// They share the errors, the retries and the progress cache of all calls.
extension DataService {
  /// Gets a value.
  ///
  /// - Parameters:
  ///   - url: A URL below ``baseUrl``.
  ///   - isolation: The caller's actor, which decodes the answer: the value need not be `Sendable`.
  /// - Returns: The value, or a ``SeasonalRewardsError``.
  public func performGETRequest<Value: Decodable>(
    url: String, isolation: isolated (any Actor)? = #isolation
  ) async -> Result<Value, any Error> {
    do throws(SeasonalRewardsError) {
      return .success(try await value(of: try ServiceURL(url, below: baseUrl).call(.get)))
    } catch {
      return .failure(error)
    }
  }

  /// Posts a body, and gets a value; repeated only for an ``EarnPointsRequest`` with an activity's
  /// UUID.
  ///
  /// - Parameters:
  ///   - url: A URL below ``baseUrl``.
  ///   - body: The value to send as JSON.
  ///   - isolation: The caller's actor, which encodes the body and decodes the answer.
  /// - Returns: The value, or a ``SeasonalRewardsError``.
  public func performPOSTRequest<Body: Encodable, Value: Decodable>(
    url: String, body: Body, isolation: isolated (any Actor)? = #isolation
  ) async -> Result<Value, any Error> {
    do throws(SeasonalRewardsError) {
      let isRepeatable = (body as? EarnPointsRequest)?.countsOnce ?? false
      let url = try ServiceURL(url, below: baseUrl)
      return .success(
        try await value(of: url.call(.post, try Self.json(body), isRepeatable: isRepeatable)))
    } catch {
      return .failure(error)
    }
  }

  /// Puts a body, and gets a value; never repeated.
  ///
  /// - Parameters:
  ///   - url: A URL below ``baseUrl``.
  ///   - body: The value to send as JSON.
  ///   - isolation: The caller's actor, which encodes the body and decodes the answer.
  /// - Returns: The value, or a ``SeasonalRewardsError``.
  public func performPUTRequest<Body: Encodable, Value: Decodable>(
    url: String, body: Body, isolation: isolated (any Actor)? = #isolation
  ) async -> Result<Value, any Error> {
    do throws(SeasonalRewardsError) {
      let url = try ServiceURL(url, below: baseUrl)
      return .success(try await value(of: url.call(.put, try Self.json(body))))
    } catch {
      return .failure(error)
    }
  }

  /// Deletes; the answer's body is ignored, and the request never repeated.
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

  /// Sends a call, and decodes its answer on the caller's actor.
  private func value<Value: Decodable>(
    of call: APICall, isolation: isolated (any Actor)? = #isolation
  ) async throws(SeasonalRewardsError) -> Value {
    try read(Value.self, try await answer(call).body, call)
  }

  private static func json(_ body: some Encodable) throws(SeasonalRewardsError) -> Data {
    do {
      return try SeasonalAPI.encoder.encode(body)
    } catch {
      throw .invalid(field: "body", found: "\(type(of: body))", expected: "what JSON can write")
    }
  }
}

extension ServiceURL {
  /// Makes a call to the URL.
  fileprivate func call(
    _ method: HTTPMethod, _ body: Data? = nil, isRepeatable: Bool = false
  ) -> APICall {
    APICall(
      method, endpoint: endpoint, path: path, query: query, body: body,
      isIdempotent: method == .get || isRepeatable)
  }
}
