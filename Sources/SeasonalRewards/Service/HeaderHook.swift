import APICore

/// Lets a client in by whatever header fields a program gives, or by none.
struct HeaderHook: Authorization {
  let hook: @Sendable () async -> HTTPHeaders

  func headers() async -> HTTPHeaders? { await hook() }

  /// Whether the program gives other fields by now.
  func renew(after refused: HTTPHeaders) async -> Bool { await hook() != refused }
}
