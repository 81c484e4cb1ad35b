import Foundation

/// The unit by which a server counts requests: a host and a credential.
public struct PacedClient: Sendable {
  /// Host and credential, used only for a digest.
  private let identity: Secret

  /// Names a client.
  ///
  /// - Parameters:
  ///   - url: The service's address.
  ///   - credential: The header fields that authorize the client.
  public init(at url: URL, credential: HTTPHeaders) {
    let fields = credential.fields.map { "\($0.name.lowercased()): \($0.value)" }.sorted()
    let host = "\(url.host()?.lowercased() ?? "?"):\(url.port ?? 0)"
    identity = Secret(([host] + fields).joined(separator: "\n"))
  }

  /// Returns the bytes to digest.
  func bytes(salt: String) -> Data { Data((salt + "\n" + identity.exposed).utf8) }
}

/// The record of a client's requests, by the machine's clock.
struct ClientPace: Equatable {
  /// The longest pause that processes share.
  static let longestPause = Duration.seconds(60)

  /// The latest possible arrival of the last request at the server.
  var last: Duration
  /// The minimum time between two requests, from the last process.
  var interval: Duration
  /// The end of the server's pause.
  var pausedUntil: Duration
}

/// The lines of a ``PaceFile``: a salt, then a digest and three times in ns per client.
struct Paces {
  /// The idle time after which a client is forgotten.
  private static let longestRest = Duration.seconds(86_400)
  /// The tolerance for another process's time that is ahead.
  private static let tolerance = Duration.seconds(1)
  private static let largestCount = 200

  private var salt: String
  private var paces: [String: ClientPace] = [:]

  /// Parses a file's text; other lines are ignored.
  init(_ text: String) {
    let lines = text.split(separator: "\n").map { $0.split(separator: " ") }
    guard let first = lines.first, first.count == 2, first[0] == "salt", first[1].utf8.count == 32
    else {
      salt = (0..<4).map { _ in Self.word(.random(in: .min ... .max)) }.joined()
      return
    }
    salt = String(first[1])
    for line in lines.dropFirst() where line.count == 4 {
      let times = line.dropFirst().compactMap { Int64($0) }.filter { $0 >= 0 }
      guard times.count == 3 else { continue }
      let pace = ClientPace(
        last: .nanoseconds(times[0]), interval: .nanoseconds(times[1]),
        pausedUntil: .nanoseconds(times[2]))
      let key = String(line[0])
      // A file cut off during a write may contain an older line.
      if let other = paces[key], other.last > pace.last { continue }
      paces[key] = pace
    }
  }

  /// The file's text.
  var text: String {
    let lines = paces.sorted { $0.key < $1.key }.map { key, pace in
      ([key] + [pace.last, pace.interval, pace.pausedUntil].map { "\($0.nanoseconds)" })
        .joined(separator: " ")
    }
    return (["salt " + salt] + lines).map { $0 + "\n" }.joined()
  }

  /// Returns a client's name in the file.
  func key(of client: PacedClient, _ digest: (Data) -> String) -> String {
    String(digest(client.bytes(salt: salt)).prefix(32))
  }

  /// Returns the record of a client, if it is plausible.
  func pace(of key: String, at now: Duration) -> ClientPace? {
    guard var pace = paces[key], Self.canBe(pace, at: now) else { return nil }
    if pace.pausedUntil > now + ClientPace.longestPause + Self.tolerance {
      pace.pausedUntil = .zero
    }
    return pace
  }

  /// Stores the record of a client, and forgets clients that have been idle for long.
  mutating func set(_ pace: ClientPace, for key: String, at now: Duration) {
    paces[key] = pace
    paces = paces.filter { Self.canBe($0.value, at: now) && now - $0.value.last < Self.longestRest }
    guard paces.count > Self.largestCount else { return }
    let kept = paces.sorted { $0.value.last > $1.value.last }.prefix(Self.largestCount)
    paces = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
  }

  // MARK: - Implementation

  /// Whether a time is plausible: a later one than now comes from another boot's clock.
  private static func canBe(_ pace: ClientPace, at now: Duration) -> Bool {
    pace.last <= now + tolerance
  }

  /// Returns eight hexadecimal digits.
  private static func word(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}

extension Duration {
  /// The duration in whole nanoseconds.
  fileprivate var nanoseconds: Int64 {
    components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
  }
}
