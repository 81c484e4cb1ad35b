import Columns

/// The form above a page that a server sends, and what that page may run.
public struct LiveFrame: Sendable {
  /// The word that the page's own scripts and styles carry, new for each page.
  let nonce: String
  /// The words and fields that the form's script reads, as JSON.
  let data: String

  /// Makes the form of a question.
  ///
  /// - Parameters:
  ///   - nonce: A word that nobody can guess, of letters and digits.
  ///   - snapshot: The number of the store's state.
  ///   - words: The words that complete each field of the form, by its name.
  ///   - fields: The fields of a filter and the kinds of their values.
  ///   - wrong: By option, the mistake in it; an empty name for a mistake in no one option.
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

  /// The policy of the page: it runs its own parts alone, and asks its server alone.
  public var policy: String {
    "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; img-src data:; "
      + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
  }

  /// A page with the form alone, where its question has a mistake.
  public var page: String {
    PageFrame.text(
      title: "Question · Railbird", style: EmbeddedFile("Page/report.css").bytes, body: "",
      live: self)
  }

  /// An answer for a page that stands already.
  ///
  /// - Parameter page: The data of the page that takes its place.
  /// - Returns: JSON.
  public func answer(_ page: String) -> String {
    PageText.object([("page", page), ("live", data)])
  }

  /// The answer to a check of a question, or to a question with mistakes.
  ///
  /// - Parameters:
  ///   - wrong: By option, the mistake in it.
  ///   - snapshot: The number of the store's newest state.
  /// - Returns: JSON.
  public static func check(wrong: [String: String], snapshot: Int) -> String {
    PageText.object([("wrong", json(wrong)), ("snapshot", "\(snapshot)")])
  }

  /// The answer to a request for values.
  public static func values(_ values: [String]) -> String {
    PageText.object([("values", PageText.json(values))])
  }

  // MARK: - Implementation

  /// The form's script.
  static let script = ScriptText.plain(EmbeddedFile("Page/question.js").bytes)

  private static func json(_ wrong: [String: String]) -> String {
    PageText.object(wrong.sorted { $0.key < $1.key }.map { ($0, PageText.json($1)) })
  }
}
