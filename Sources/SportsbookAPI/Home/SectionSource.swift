/// Where a section's elements come from, as a template writes it.
enum SectionSource {
  /// The part of the path that the guide's sources leave out.
  static let root = "/api/"

  /// The endpoint of a source.
  ///
  /// A template is data: it may choose among the guide's promotions, and cannot send the token
  /// anywhere else, be it another host, the login or a path that nobody has named.
  ///
  /// - Parameter text: Such as `promotions/v1/hero-cards`, also with `/` or `/api/` in front.
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
