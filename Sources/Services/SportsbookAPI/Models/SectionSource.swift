/// The source of a section's elements, as a template writes it.
enum SectionSource {
  /// The start of the path, which the guide's sources leave out.
  static let root = "/api/"

  /// Returns the endpoint of a source.
  ///
  /// A template is data: it may choose among the guide's promotions, but must not send the token
  /// anywhere else, such as to another host, the login or an unknown path.
  ///
  /// - Parameter text: The source, such as `promotions/v1/hero-cards`, with or without `/` or
  ///   `/api/` in front.
  /// - Returns: The endpoint.
  /// - Throws: ``SportsbookError`` `invalid` for anything else, such as a URL.
  static func endpoint(of text: String) throws(SportsbookError) -> SportsbookEndpoint {
    let bare = text.hasPrefix("/") ? text.dropFirst() : text[...]
    let path = bare.hasPrefix(root.dropFirst()) ? "/" + bare : root + bare
    guard let endpoint = SportsbookEndpoint(rawValue: String(path)), endpoint != .login,
      endpoint != .homeTemplate
    else {
      throw .invalid(
        "section source: found “\(text.prefix(80))”; expected a path such as "
          + "promotions/v1/hero-cards")
    }
    return endpoint
  }
}
