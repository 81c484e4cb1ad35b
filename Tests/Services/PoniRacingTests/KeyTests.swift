import FeedContract
import Foundation
import PoniRacing
import TestSupport
import Testing

struct KeyTests {
  @Test(arguments: [
    (String(repeating: "a", count: 31), false), (String(repeating: "a", count: 32), true),
    (ServedRacing.key, true), (String(repeating: "é", count: 32), true),
    (String(repeating: "a", count: 31) + "-", false), ("your-rapidapi-key", false), ("", false),
    (String(repeating: "a", count: 32) + "\n", false),
  ])
  func `a key has at least 32 letters and digits`(key: String, isValid: Bool) {
    let manager = DataSourceManager(service: RealDataService())
    #expect(manager.configureAPIKey(key) == isValid)
    #expect(manager.canUseRealData == isValid)
  }

  @Test func `an invalid key leaves the old one in its place`() async throws {
    let served = try ServedRacing.live()
    let manager = served.manager()
    #expect(!manager.configureAPIKey("short"))
    _ = try await manager.fetchTodaysRaces()
    #expect(served.server.requests[0].header("X-RapidAPI-Key") == ServedRacing.key)
  }

  @Test func `no key appears in logs, records, errors or states, debug logging included`()
    async throws
  {
    let served = try ServedRacing { request in
      request.index % 2 == 0
        ? .json(#"{"message": "key \#(ServedRacing.key) is refused"}"#, status: 403)
        : .json(Samples.liveCards)
    }
    let service = served.service()
    service.enableDebugLogging = true
    let manager = DataSourceManager(service: service)
    var texts: [String] = []
    for _ in 0..<4 {
      do throws(APIError) {
        texts.append("\(try await manager.fetchTodaysRaces())")
      } catch {
        texts += ["\(error)", error.localizedDescription, "\(manager.state)"]
      }
      await manager.refreshData()
    }
    texts += served.log.lines + served.records.withLock { $0.map { "\($0)" } }
    texts += ["\(service)", "\(manager)", "\(service.settings)"]
    var dumped = ""
    dump(service, to: &dumped)
    #expect(texts.count > 12 && !texts.contains { $0.contains(ServedRacing.key) })
    #expect(!dumped.contains(ServedRacing.key))
    #expect(served.log.lines.contains { $0.contains("/racecards: 200") })
  }

  @Test func `debug logging is off until it is set`() async throws {
    let served = try ServedRacing.live()
    let service = served.service()
    #expect(!service.enableDebugLogging)
    _ = try await service.fetchTodaysRaces()
    #expect(!served.log.lines.contains { $0.hasPrefix("notice") })
    service.enableDebugLogging = true
    _ = try await service.fetchRaceDetails(raceId: "901")
    #expect(served.log.lines.contains { $0.hasPrefix("notice /race/{id}: 200") })
  }
}
