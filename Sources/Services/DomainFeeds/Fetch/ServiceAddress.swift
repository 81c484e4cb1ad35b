import ColumnStore
import Foundation

/// The service whose answers a store holds: a file `STORE/fetch/API.url` with its base address.
///
/// Ids belong to each service, so answers of two services must not mix in one store.
struct ServiceAddress {
  /// The file's path.
  let file: String
  /// The requested address.
  let asked: String
  /// Whether the store is already bound to the address.
  private(set) var isNoted: Bool

  /// Compares the address with that of earlier answers.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - url: The requested base URL.
  /// - Throws: ``FetchError`` `.otherService` if the store holds another service's answers.
  init(file: String, url: URL) throws(FetchError) {
    self.file = file
    asked = Self.text(url)
    let found = try onFetchStore { () throws(StoreError) in
      try OwnFile.contents(of: file, most: Limits.noteBytes)
    }
    guard let data = found else {
      isNoted = false
      return
    }
    let noted = String(decoding: data, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    guard noted == asked else {
      let found = noted.isEmpty ? "an empty file" : String(noted.prefix(200))
      throw .otherService(file: file, found: found, asked: asked)
    }
    isNoted = true
  }

  /// Records the address before the service's first readable answer is journalled: refusals may
  /// come from any server, at a mistyped address.
  mutating func note() throws(FetchError) {
    guard !isNoted else { return }
    try onFetchStore { () throws(StoreError) in
      try DurableFile.replace(file, with: Data((asked + "\n").utf8))
    }
    isNoted = true
  }

  /// Returns scheme, host, port and path in a normalised spelling.
  static func text(_ url: URL) -> String {
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
      return url.absoluteString
    }
    parts.scheme = parts.scheme?.lowercased()
    parts.host = parts.host?.lowercased()
    if parts.port == (parts.scheme == "https" ? 443 : 80) { parts.port = nil }
    while parts.percentEncodedPath.hasSuffix("/") { parts.percentEncodedPath.removeLast() }
    return parts.string ?? url.absoluteString
  }
}
