import APICore
import Foundation
import SandboxCore

extension ChatistSandbox {
  /// Answers `GET /branding`, also in the form for a branding that is no newer than `updatedAt`.
  func branding(_ request: HTTPRequest) throws(ChatRefusal) -> HTTPResponse {
    var known = Int64.min
    if let text = request.query("updatedAt"), !text.isEmpty {
      guard let moment = APIDate(text)?.micros else {
        throw ChatRefusal(422, "updatedAt: found \(text); expected yyyy-MM-dd HH:mm:ss")
      }
      known = moment
    }
    let last = try calling { book, _ throws(SandboxError) in try book.branding() }
    guard last.updatedAt > known else {
      switch settings.unchanged {
      case .noContent: return HTTPResponse(status: 204)
      case .notModified: return HTTPResponse(status: 304)
      case .empty: return HTTPResponse(status: 200)
      case .null: return HTTPResponse(json: .null)
      }
    }
    let draw = SeededDraw(settings.seed, 45, last.number)
    let names = [
      "primary", "accent", "chatBackground", "fontColorBasic", "fontColorAccent", "bubble",
    ]
    var members: [(name: String, value: WireJSON)] = []
    for (place, name) in (names.map { $0 + "Light" } + names.map { $0 + "Dark" }).enumerated() {
      let colour = String(0x1_000_000 + draw.below(0x1_000_000, place), radix: 16).dropFirst()
      members.append((name, .text("#" + colour.uppercased())))
    }
    members.append(("logoLight", .text(ChatWire(settings, rota, request).base + Self.logo)))
    members.append(("logoDark", .null))
    members.append(("updatedAt", .text(ExactText.instant(last.updatedAt))))
    return HTTPResponse(json: .object(members))
  }

  /// The answer with the branding's logo.
  var logoImage: HTTPResponse {
    let image = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>
      """
    return HTTPResponse(
      status: 200, headers: ["Content-Type": "image/svg+xml"], body: Data(image.utf8))
  }
}
