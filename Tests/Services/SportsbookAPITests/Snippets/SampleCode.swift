import APICore
import Foundation
import SportsbookAPI

/// The guide's chapter 8, "Sample Swift Code", which it announces and leaves out, and its chapters
/// on errors and caching in code: what an app does from login to logout.
///
/// docs/sportsbook.md refers to it; the tests compile and run it.
struct SampleCode {
  let client: SportsbookClient

  /// The first launch: a login, then the home screen with all its sections.
  func homeScreen(username: String, password: String) async throws -> [String] {
    let login = try await client.login(username: username, password: password)
    let home = try await client.home(platform: .ios)
    var lines = ["Welcome, \(login.user?.name ?? username)"]
    for section in home.sections {
      switch section.content {
      case .success(let content):
        let shown = content.shown(at: client.now, limit: section.section.itemCount)
        lines.append("\(section.section.title): \(shown.count)")
      case .failure(let error):
        lines.append("\(section.section.title): \(error.localizedDescription)")
      }
    }
    return lines
  }

  /// One request to begin with: what it brings is not asked for again while it is fresh.
  func quickStart() async throws -> Int {
    let all = try await client.allPromotions()
    let alerts = try await client.alertBanner() == nil ? 0 : 1
    return alerts + all.banners.count + (try await client.stories().count)
  }

  /// Chapter 6: each of the guide's statuses has its own case.
  func explain(_ error: SportsbookError) -> String {
    switch error {
    case .notAuthenticated, .unauthorized: "Please log in again."
    case .forbidden: "This is not for you."
    case .notFound: "This is gone."
    case .validation(let words):
      words.errors.sorted { $0.key < $1.key }
        .map { "\($0.key): \($0.value.joined(separator: " "))" }.joined(separator: "; ")
    case .server(let status, _): "The service has a problem (\(status)). Try again later."
    case .transport: "No connection."
    case .decoding, .invalid: "This version of the app is too old."
    case .cancelled: ""
    }
  }

  /// Chapter 7: times of one's own, a pull to refresh, and what a logout leaves.
  static func settings(_ baseURL: URL) -> SportsbookServiceSettings {
    var settings = SportsbookServiceSettings(baseURL: baseURL)
    settings.lifetimes.boostedOddsBanners = .seconds(60)
    return settings
  }

  func pullToRefresh() async throws -> [Banner] {
    try await client.banners(refreshing: true).filter { $0.isActive(at: client.now) }
  }

  func logout() -> Int {
    client.logout()
    return client.keptAnswerCount
  }
}
