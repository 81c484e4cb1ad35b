import APICore

/// Lets everyone in: what is fetched of points needs no credential.
struct OpenAccess: Authorization {
  func headers() async -> HTTPHeaders? { [:] }

  func renew(after refused: HTTPHeaders) async -> Bool { false }
}
