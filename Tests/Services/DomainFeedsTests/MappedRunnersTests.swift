import APICore
import Foundation
import TestSupport
import Testing

@testable import DomainFeeds

/// Answers whose runners are a map of objects in place of a list.
struct MappedRunnersTests {
  @Test func `a journal that has no other runners costs its own rows`() async throws {
    let work = try FetchWork(days: 1)
    work.service.replying { _, target in
      guard target.hasPrefix("/race/") else { return nil }
      let runners = #"{"0":{"horse":"A","id_horse":"1"},"1":{"horse":"B","id_horse":"2"}}"#
      let body =
        #"{"id_race":"\#(target.dropFirst("/race/".count))","finished":"1","horses":\#(runners)}"#
      return .success(HTTPResponse(status: 200, body: Data(body.utf8)))
    }
    let summary = try await work.fetch()
    #expect(summary.end == .complete && summary.imports.map(\.stored) == [0])
    #expect(summary.imports.map(\.rejected) == [8] && summary.imports.map(\.rowsRead) == [8])
    work.service.replying(nil)
    #expect(try await work.fetch().end == .complete)
    #expect(try work.runners(FetchWork.stored) == work.truth())
  }
}
