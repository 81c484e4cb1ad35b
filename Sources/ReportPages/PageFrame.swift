/// The frame that all pages have.
enum PageFrame {
  /// Puts a page together.
  ///
  /// - Parameters:
  ///   - title: Its title.
  ///   - style: Its style sheet.
  ///   - script: Its script.
  ///   - body: Its body, as HTML.
  ///   - data: The data that its script reads, as JSON of `PageText`; nil for none.
  /// - Returns: HTML that lets nothing be loaded from anywhere.
  static func text(
    title: String, style: [UInt8], script: [UInt8]? = nil, body: String, data: String? = nil
  ) -> String {
    let code = script.map { "<script>\n\(String(decoding: $0, as: UTF8.self))</script>\n" } ?? ""
    let json = data.map { "<script type=\"application/json\" id=\"data\">\($0)</script>\n" } ?? ""
    return """
      <!doctype html>
      <html lang="en">
      <head>
      \(String(decoding: PackageResources.head_html, as: UTF8.self))\
      <title>\(PageText.html(title))</title>
      <style>
      \(String(decoding: style, as: UTF8.self))</style>
      </head>
      <body>
      \(body)\(json)\(code)</body>
      </html>

      """
  }
}
