import Columns

/// The form above a page that a server sends, and the page's content policy.
public struct LiveFrame: Sendable {
  /// The nonce that the page's own scripts and styles carry, new for each page.
  let nonce: String
  /// The words and fields that the form's script reads, as JSON.
  let data: String

  /// Makes the form of a question.
  ///
  /// - Parameters:
  ///   - nonce: A random word of letters and digits that cannot be guessed.
  ///   - snapshot: The number of the store's state.
  ///   - words: The completions of each field of the form, by the field's name.
  ///   - fields: The fields of a filter and the kinds of their values.
  ///   - wrong: The mistakes by option; an empty name for a mistake that belongs to no single
  ///     option.
  public init(
    nonce: String, snapshot: Int, words: [String: [String]],
    fields: [(name: String, kind: String)], wrong: [String: String] = [:]
  ) {
    self.nonce = nonce
    data = PageText.object([
      ("snapshot", "\(snapshot)"),
      ("words", PageText.object(words.sorted { $0.key < $1.key }.map { ($0, PageText.json($1)) })),
      ("fields", PageText.object(fields.map { ($0.name, PageText.json($0.kind)) })),
      ("wrong", Self.json(wrong)),
    ])
  }

  /// The policy of the page: it runs only its own parts, and sends requests only to its server.
  public var policy: String {
    "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; img-src data:; "
      + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
  }

  /// A page with only the form, for a question with a mistake.
  public var page: String {
    PageFrame.text(
      title: "Question · Railbird", style: EmbeddedFile("Page/report.css").bytes, body: "",
      live: self)
  }

  /// Returns an answer for a page that is already loaded.
  ///
  /// - Parameter page: The data of the page that replaces it.
  /// - Returns: JSON.
  public func answer(_ page: String) -> String {
    PageText.object([("page", page), ("live", data)])
  }

  /// Returns the answer to a check of a question, or to a question with mistakes.
  ///
  /// - Parameters:
  ///   - wrong: The mistakes by option.
  ///   - snapshot: The number of the store's newest state.
  /// - Returns: JSON.
  public static func check(wrong: [String: String], snapshot: Int) -> String {
    PageText.object([("wrong", json(wrong)), ("snapshot", "\(snapshot)")])
  }

  /// Returns the answer to a request for values.
  public static func values(_ values: [String]) -> String {
    PageText.object([("values", PageText.json(values))])
  }

  // MARK: - Implementation

  /// The form's script.
  static let script = PlainScript.text(of: EmbeddedFile("Page/question.js").bytes)

  private static func json(_ wrong: [String: String]) -> String {
    PageText.object(wrong.sorted { $0.key < $1.key }.map { ($0, PageText.json($1)) })
  }
}
