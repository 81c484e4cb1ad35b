import APICore
import BetableSDK
import ChatistSDK
import ColumnStore
import Columns
import DomainFeeds
import Foundation
import HTTPTransport
import Logging
import PoniRacing
import SeasonalRewards
import SportsbookAPI
import Synchronization
import TabularFiles

/// What a hostile service sends, and the files that keep it between two runs of a fetch.
enum Services {
  /// Reads a whole answer as the transport does, from a socket of this machine.
  ///
  /// The first byte says after how many bytes the server pauses.
  static func answer(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let first = bytes.first else { return }
    LoopbackAnswer.shared.give(Array(bytes.dropFirst()), pausingAfter: 4 * Int(first))
    // No redirect is followed: an input could name any host.
    let limits = TransferLimits(
      connectTime: .seconds(2), firstByteTime: .seconds(2), totalTime: .seconds(4),
      bodyBytes: 1 << 20, redirects: 0)
    let request = HTTPRequest(.get, LoopbackAnswer.shared.url)
    waiting { _ = try? await transport.send(request, limits: limits) }
  }

  /// Reads a body as the five clients do: the first byte chooses the client, the second the status.
  static func body(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count > 1 else { return }
    let statuses = [200, 200, 200, 201, 204, 400, 401, 403, 404, 429, 500]
    let answer = GivenAnswer(
      status: statuses[Int(bytes[1]) % statuses.count], body: Data(bytes.dropFirst(2)))
    let client = bytes[0] % 5
    waiting {
      switch client {
      case 0: await racing(answer)
      case 1: await points(answer)
      case 2: await sportsbook(answer)
      case 3: await betting(answer)
      default: await support(answer)
      }
    }
  }

  /// Continues a fetch with the journals of an earlier run: the first byte chooses the file, and
  /// whether it is packed as it should be.
  static func journal(_ bytes: UnsafeBufferPointer<UInt8>, in folder: String) {
    guard let first = bytes.first else { return }
    let files = [
      "points-transactions.ndjson.zst", "points-roster.ndjson.zst", "points-rewards.ndjson.zst",
      "points-progress.ndjson.zst", "points-runner_points.ndjson.zst", "points.json", "points.url",
      "chatist.ndjson.zst", "chatist.json", "chatist.salt",
    ]
    let name = files[Int(first & 0x3F) % files.count]
    let store = folder + "/fetched"
    try? FileManager.default.removeItem(atPath: store)
    try? FileManager.default.createDirectory(
      atPath: store + "/fetch", withIntermediateDirectories: true)
    let text = sealed(Data(bytes.dropFirst()))
    let isPacked = first & 0x80 == 0 && name.hasSuffix(".zst")
    let data = isPacked ? Compression.zstdFrame(of: text) : text
    _ = FileManager.default.createFile(
      atPath: "\(store)/fetch/\(name)", contents: data, attributes: [.posixPermissions: 0o600])
    let answer = GivenAnswer(status: 503, body: Data())
    waiting {
      guard name.hasPrefix("points") else {
        guard let settings = try? chatist() else { return }
        let job = FetchJob(
          store: store, settings: settings.connection, transport: answer,
          authorization: settings.authorization, clock: IdleClock(), log: log)
        _ = try? await SupportFetch(job, settings: settings).run()
        return
      }
      let job = FetchJob(
        store: store, settings: APISettings(api: PointsFetch.api, baseURL: url),
        transport: answer, clock: IdleClock(), log: log)
      _ = try? await PointsFetch(job, zone: .gmt).run()
    }
  }

  // MARK: - Implementation

  private static let transport = AsyncHTTPTransport()
  private static let url = URL(string: "https://service.example")!
  private static let secret = Secret("fuzzedsecret00000000000000000000")
  private static let log = Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }

  /// Gives each line its checksums: without them no changed line is read at all.
  private static func sealed(_ text: Data) -> Data {
    let (sum, body) = (Data(#""sha256":""#.utf8), Data(#","body":"#.utf8))
    var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).map { Data($0) }
    for index in lines.indices {
      let line = lines[index]
      guard let start = line.range(of: sum)?.upperBound,
        let end = line[start...].firstIndex(of: 0x22),
        let mark = line[end...].range(of: body)
      else { continue }
      let checksum = Checksum.hex(of: line[mark.upperBound...].dropLast())
      let members = line[..<start] + Data(checksum.utf8) + line[end..<mark.lowerBound]
      let check = Data(",\"check\":\"\(Checksum.hex(of: members).prefix(8))\"".utf8)
      lines[index] = members + check + line[mark.lowerBound...]
    }
    return Data(lines.joined(separator: [0x0A]))
  }

  private static func racing(_ answer: GivenAnswer) async {
    let clock = IdleClock()
    let service = RealDataService(
      RacingServiceSettings(baseURL: url), key: "fuzzedkey0000000000000000000000",
      surroundings: RacingSurroundings(
        transport: answer, clock: clock, log: log,
        limiter: RateLimiter(interval: .zero, clock: clock)))
    let mapping = DataMappingService()
    let day = Day(19_800)
    for card in (try? await service.fetchRaces(on: day)) ?? [] {
      _ = mapping.mapAPIRacecardToRace(card)
    }
    if let card = try? await service.fetchRaceDetails(raceId: "1") {
      _ = mapping.mapAPIRacecardToRace(card)
    }
    let results = (try? await service.fetchRaceResults(on: day)) ?? []
    for result in results { _ = mapping.mapAPIRaceResultToRacecard(result) }
    for horse in (try? await service.searchHorses(query: "a", on: day)) ?? [] {
      _ = mapping.mapAPIHorseDataToHorse(horse, with: results)
    }
    _ = try? await service.fetchHorseResults(horseId: "1")
    _ = try? await service.fetchJockeyStats(jockeyId: "1")
    _ = try? await service.fetchTrainerStats(trainerId: "1")
  }

  private static func points(_ answer: GivenAnswer) async {
    let service = DataService(
      SeasonalServiceSettings(baseURL: url),
      surroundings: SeasonalSurroundings(transport: answer, clock: IdleClock(), log: log))
    _ = try? await service.seasonalLeaderboard(season: "xc", year: "2024")
    _ = try? await service.transactions(runnerId: 1)
    _ = try? await service.runners()
    _ = try? await service.pointsConfig()
    _ = try? await service.teamSeasonalProgress(season: "xc", year: "2024")
    _ = try? await service.seasonalRewards(season: "xc", year: "2024")
    _ = try? await service.runnerSeasonalPoints(runnerId: 1, season: "xc", year: "2024")
    try? await service.deleteReward(id: 1)
  }

  private static func sportsbook(_ answer: GivenAnswer) async {
    let client = SportsbookClient(
      SportsbookServiceSettings(baseURL: url),
      surroundings: SportsbookSurroundings(transport: answer, clock: IdleClock(), log: log),
      credentials: SportsbookCredentials(username: "u", password: secret), token: secret)
    _ = try? await client.home()
    _ = try? await client.allPromotions()
    _ = try? await client.alertBanner()
    _ = try? await client.banners()
    _ = try? await client.sportBanners()
    _ = try? await client.boostedOddsBanners()
    _ = try? await client.heroCards()
    _ = try? await client.stories()
    _ = try? await client.news()
    _ = try? await client.proChoices()
    _ = try? await client.login()
  }

  private static func betting(_ answer: GivenAnswer) async {
    guard let redirect = try? RedirectURI("betable+acme+slots://authorize") else { return }
    var game = BetableServiceSettings(
      clientID: "game-1", clientSecret: secret, redirectURI: redirect)
    guard (try? game.use(baseURL: url.absoluteString)) != nil else { return }
    let betable = Betable(
      game,
      surroundings: BetableSurroundings(transport: answer, clock: IdleClock(), log: log))
    betable.use(BetableCredentials(accessToken: secret, sessionID: secret))
    betable.launch()
    _ = try? await betable.userAccount()
    _ = try? await betable.userWallet()
    _ = try? await betable.statement()
    _ = try? await betable.heartbeat()
    _ = try? await betable.bet(forGame: "lucky-sevens", withData: .object([:]), key: "k")
    _ = try? await betable.unbackedBet(forGame: "lucky-sevens", withData: .object([:]), key: "l")
    await betable.finishPendingWork()
  }

  private static func support(_ answer: GivenAnswer) async {
    guard let settings = try? chatist() else { return }
    let service = ChatistService(
      settings,
      surroundings: ChatistSurroundings(transport: answer, clock: IdleClock(), log: log))
    _ = try? await service.getBranding()
    for ticket in (try? await service.getTickets()) ?? [] {
      _ = try? await service.getTicket(ticket.id, refreshing: true)
    }
  }

  private static func chatist() throws -> ChatistServiceSettings {
    try ChatistServiceSettings(baseURL: url.absoluteString, key: secret)
  }

  /// Runs work to its end; libFuzzer calls from a thread of its own.
  private static func waiting(_ work: @escaping @Sendable () async -> Void) {
    let isDone = DispatchSemaphore(value: 0)
    Task.detached {
      await work()
      isDone.signal()
    }
    isDone.wait()
  }
}

/// Gives one answer to each request.
private struct GivenAnswer: Transport {
  let status: Int
  let body: Data

  func send(
    _ request: HTTPRequest, limits: TransferLimits
  ) async throws(TransportError) -> HTTPResponse {
    HTTPResponse(status: status, headers: ["Content-Type": "application/json"], body: body)
  }
}

/// A clock that a sleeper moves instead of waiting.
private final class IdleClock: APIClock {
  private let time = Mutex(Duration.zero)

  var now: Int64 { 1_700_000_000_000_000 + Int64(uptime / .microseconds(1)) }
  var uptime: Duration { time.withLock { $0 } }

  func sleep(until uptime: Duration) async throws(CancellationError) {
    time.withLock { $0 = max($0, uptime) }
  }
}

/// A server of this machine that answers everything with the bytes it was given.
private final class LoopbackAnswer: Sendable {
  static let shared = LoopbackAnswer()

  let url: URL
  private let answer = Mutex<(bytes: [UInt8], pause: Int)>(([], 0))

  init() {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    // Safety: both calls are given an address of the family's size.
    let port = withUnsafeMutablePointer(to: &address) { place in
      place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
        precondition(bind(listener, place, size) == 0 && listen(listener, 64) == 0, "a socket")
        getsockname(listener, place, &size)
      }
      return UInt16(bigEndian: place.pointee.sin_port)
    }
    url = URL(string: "http://127.0.0.1:\(port)/")!
    signal(SIGPIPE, SIG_IGN)
    Thread { [self] in while true { serve(accept(listener, nil, nil)) } }.start()
  }

  func give(_ bytes: [UInt8], pausingAfter pause: Int) {
    answer.withLock { $0 = (bytes, pause) }
  }

  private func serve(_ client: Int32) {
    guard client >= 0 else { return }
    var request = [UInt8](repeating: 0, count: 4096)
    _ = recv(client, &request, request.count, 0)
    let (bytes, pause) = answer.withLock { $0 }
    for piece in [bytes.prefix(pause), bytes.dropFirst(pause)] where !piece.isEmpty {
      _ = Array(piece).withUnsafeBytes { send(client, $0.baseAddress, $0.count, 0) }
      if piece.startIndex == 0, piece.count < bytes.count { usleep(200) }
    }
    close(client)
  }
}
