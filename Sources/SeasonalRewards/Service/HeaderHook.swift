import APICore

/// Authorizes a client by any header fields that the program supplies.
struct HeaderHook: Authorization {
  let hook: @Sendable () async -> HTTPHeaders

  func headers() async -> HTTPHeaders? { await hook() }

  /// Whether the program now supplies other fields.
  func renew(after refused: HTTPHeaders) async -> Bool { await hook() != refused }
}
