/// The checks that a request comes from this machine, and from no other site's page.
///
/// A browser sends the pages of any site to 127.0.0.1 if they ask for it.
struct RequestSource: Sendable {
  private let hosts: [String]

  /// Checks the requests of the server on a port.
  init(port: UInt16) { hosts = ["127.0.0.1:\(port)", "localhost:\(port)"] }

  /// Checks a request.
  ///
  /// - Parameter head: Its head.
  /// - Throws: The refusal.
  func check(_ head: RequestHead) throws(WireAnswer) {
    // A name of somebody else's that was made to lead to 127.0.0.1 comes as that name.
    guard let host = head.field("host"), hosts.contains(host.lowercased()) else {
      throw WireAnswer(refusal: 403, "the host is not this server")
    }
    if let origin = head.field("origin"), origin.lowercased() != "http://" + host.lowercased() {
      throw WireAnswer(refusal: 403, "the request comes from another site")
    }
    // Somebody else's page may lead to a page here, but not send it a form.
    let site = head.field("sec-fetch-site") ?? "none"
    let isLink =
      head.field("sec-fetch-mode") == "navigate" && ["GET", "HEAD"].contains(head.method)
    guard ["none", "same-origin"].contains(site) || isLink else {
      throw WireAnswer(refusal: 403, "the request comes from another site")
    }
  }
}
