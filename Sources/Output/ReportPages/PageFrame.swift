import Columns

/// The frame that all pages have.
enum PageFrame {
  /// The policy of a file's page: it loads nothing.
  private static let filePolicy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; "
    + "base-uri 'none'; form-action 'none'"

  /// Assembles a page.
  ///
  /// - Parameters:
  ///   - title: Its title.
  ///   - style: Its style sheet.
  ///   - script: Its script.
  ///   - body: Its body, as HTML.
  ///   - data: The data that its script reads, as JSON of `PageText`; nil for none.
  ///   - live: The form above a page that a server sends; nil for a file.
  /// - Returns: HTML that allows nothing to be loaded from elsewhere.
  static func text(
    title: String, style: [UInt8], script: String? = nil, body: String, data: String? = nil,
    live: LiveFrame? = nil
  ) -> String {
    let nonce = live.map { " nonce=\"\($0.nonce)\"" } ?? ""
    func code(_ script: String) -> String { "<script\(nonce)>\n\(script)</script>\n" }
    func json(_ data: String, id: String) -> String {
      "<script type=\"application/json\" id=\"\(id)\">\(data)</script>\n"
    }
    // A server sends its policy in the header of its answer.
    let policy =
      live == nil
      ? "<meta http-equiv=\"Content-Security-Policy\" content=\"\(filePolicy)\">\n" : ""
    let styles = [style] + (live == nil ? [] : [EmbeddedFile("Page/question.css").bytes])
    let form = live.map { live in
      EmbeddedFile("Page/question.html").text
        + json(live.data, id: "question-data") + code(LiveFrame.script)
    }
    return """
      <!doctype html>
      <html lang="en">
      <head>
      \(EmbeddedFile("Page/head.html").text)\
      \(policy)<title>\(PageText.html(title))</title>
      <style\(nonce)>
      \(styles.map { String(decoding: $0, as: UTF8.self) }.joined())</style>
      </head>
      <body>
      \(form ?? "")\(body)\(data.map { json($0, id: "data") } ?? "")\(script.map(code) ?? "")</body>
      </html>

      """
  }
}
