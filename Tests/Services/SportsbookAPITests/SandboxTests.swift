import APICore
import APISandbox
import FeedContract
import Foundation
import SportsbookAPI
import Synchronization
import TestSupport
import Testing

/// The client against the sandbox, over loopback HTTP.
struct SandboxTests {
  /// The parts of answers that a client could not read.
  private final class LeftOut: Sendable {
    let all = Mutex<[JSONFailure]>([])
  }

  /// Serves a sportsbook, lets `body` use it, and stops it.
  private func withSandbox(
    at moment: String = "2024-05-15T12:00:00Z", wire: WireForm = .seed,
    leftOut: LeftOut = LeftOut(),
    _ body: (SportsbookClient, SportsbookSandbox, SandboxServer) async throws -> Void
  ) async throws {
    var settings = SportsbookSettings(seed: 2)
    settings.now = APIDate(moment)?.micros
    settings.wire = wire
    let service = SportsbookSandbox(settings)
    let server = SandboxServer(SandboxSettings(rate: 0), service)
    let url = try await server.start()
    let client = SportsbookClient(
      SportsbookServiceSettings(baseURL: url),
      surroundings: SportsbookSurroundings(
        transport: ServedSportsbook.transport,
        clock: ManualClock(start: APIDate(moment)!.micros, isImpatient: true),
        reject: { failure in leftOut.all.withLock { $0.append(failure) } }))
    do {
      let user = SportsbookSettings.standardUser
      try await client.login(username: user.username, password: user.password)
      try await body(client, service, server)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  @Test(arguments: [WireForm.seed, .live])
  func `every endpoint is read whole, in both forms`(wire: WireForm) async throws {
    let leftOut = LeftOut()
    try await withSandbox(wire: wire, leftOut: leftOut) { client, _, server in
      let home = try await client.home(platform: .web, clientId: 2)
      #expect(home.sections.count == (wire == .seed ? 5 : 7))
      for section in home.sections {
        let content = try section.content.get()
        #expect(content.count > 0, "\(section.section.source)")
        #expect(content.shown(at: client.now).count <= content.count)
      }
      let all = try await client.allPromotions()
      #expect(all.banners.isEmpty == (wire == .live) && all.campaigns.isEmpty == (wire == .seed))
      #expect(try await client.banners().count > 0)
      #expect(try await client.proChoices().isEmpty == (wire == .live))
      #expect(try await client.proChoicePointers().isEmpty == (wire == .seed))
      #expect(try await client.alertBanner() != nil)
      #expect(try await client.sportBanners().count > 0)
      #expect(try await client.boostedOddsBanners().count > 0)
      #expect(try await client.heroCards().count > 0)
      #expect(try await client.stories().count > 0)
      #expect(try await client.news().count > 0)
      #expect(server.log.allSatisfy { $0.status == 200 && $0.key == .right })
    }
    #expect(leftOut.all.withLock { $0.map(\.description) } == [])
  }

  @Test func `what the client reads agrees with the truth`() async throws {
    try await withSandbox { client, service, _ in
      let picks = service.truth(
        .picks, from: APIDate("2024-05-14")!.day, to: APIDate("2024-05-18")!.day)
      for choice in try await client.proChoices() {
        let line = [
          "\(choice.id)", "\(choice.tipster.id)", choice.tipster.name, choice.event.id.text,
          choice.selection.marketName, choice.selection.outcomeName,
        ].joined(separator: ",")
        #expect(picks.contains("\n" + line + ","))
      }
      let active = try await client.boostedOddsBanners().filter { $0.isActive(at: client.now) }
      #expect(active.count > 0 && active.allSatisfy { (0.04...0.21).contains($0.uplift ?? 0) })
    }
  }

  @Test func `a token that expires is renewed without a caller's notice`() async throws {
    try await withSandbox { client, service, server in
      service.expireTokens()
      let stories = try await client.stories()
      #expect(stories.count > 0)
      #expect(server.log.map(\.status) == [200, 401, 200, 200])
      #expect(server.log.map(\.key) == [.right, .wrong, .right, .right])
    }
  }

  @Test func `validation errors come by field`() async throws {
    try await withSandbox { client, _, _ in
      await #expect(
        throws: SportsbookError.validation(
          ServiceMessage(
            "The page field must be an integer from 1 on.",
            errors: ["page": ["The page field must be an integer from 1 on."]]))
      ) { try await client.news(page: 0) }
      await #expect(
        throws: SportsbookError.forbidden(ServiceMessage("This action is unauthorized."))
      ) { try await client.banners(for: PromotionAudience(clientId: 99)) }
    }
  }

  @Test(arguments: FaultKind.allCases.filter { ![.oversized, .slow, .stalled].contains($0) })
  func `a fault is overcome, or a typed error`(fault: FaultKind) async throws {
    try await withSandbox { client, _, server in
      server.order([fault])
      do throws(SportsbookError) {
        let banners = try await client.banners()
        #expect(banners.isEmpty == (fault == .empty))
      } catch {
        switch (fault, error) {
        case (.notSubscribed, .forbidden), (.malformed, .decoding), (.utf8, .decoding),
          (.blank, .decoding):
          break
        case (.redirect, .transport): break
        default: Issue.record("\(fault): \(error)")
        }
      }
      // Earlier states have ended.
      let stories = try await client.stories()
      #expect(stories.count > 0)
    }
  }
}
