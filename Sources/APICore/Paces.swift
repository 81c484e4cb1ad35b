import Foundation

/// Whom a server counts requests for: a host and the credential that it is sent.
public struct PacedClient: Sendable {
  /// Host and credential, for a digest alone.
  private let identity: Secret

  /// Names a client.
  ///
  /// - Parameters:
  ///   - url: Where the service is.
  ///   - credential: The header fields that let the client in.
  public init(at url: URL, credential: HTTPHeaders) {
    let fields = credential.fields.map { "\($0.name.lowercased()): \($0.value)" }.sorted()
    let host = "\(url.host()?.lowercased() ?? "?"):\(url.port ?? 0)"
    identity = Secret(([host] + fields).joined(separator: "\n"))
  }

  /// The bytes that a digest is made of.
  func bytes(salt: String) -> Data { Data((salt + "\n" + identity.exposed).utf8) }
}

/// What is known of a client's requests, by the machine's clock.
struct Pace: Equatable {
  /// The longest pause that processes tell each other.
  static let longestPause = Duration.seconds(60)

  /// When the last request was at the server at the latest.
  var last: Duration
  /// The least time between two requests, as the last process has it.
  var interval: Duration
  /// Until when the server wants no request.
  var pausedUntil: Duration
}

/// The lines of a ``PaceFile``: a salt, then a digest and three times in ns for each client.
struct Paces {
  /// After how long without a request a client is forgotten.
  private static let longestRest = Duration.seconds(86_400)
  /// How far ahead of a process another one's time may be.
  private static let tolerance = Duration.seconds(1)
  private static let largestCount = 200

  private var salt: String
  private var paces: [String: Pace] = [:]

  /// Reads a file's text; what is no line of it counts as absent.
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
      let pace = Pace(
        last: .nanoseconds(times[0]), interval: .nanoseconds(times[1]),
        pausedUntil: .nanoseconds(times[2]))
      let key = String(line[0])
      // Of a file that was cut off while it was written an older line may be left.
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

  /// What a client is called in the file.
  func key(of client: PacedClient, _ digest: (Data) -> String) -> String {
    String(digest(client.bytes(salt: salt)).prefix(32))
  }

  /// What is known of a client, as far as it can be true.
  func pace(of key: String, at now: Duration) -> Pace? {
    guard var pace = paces[key], Self.canBe(pace, at: now) else { return nil }
    if pace.pausedUntil > now + Pace.longestPause + Self.tolerance { pace.pausedUntil = .zero }
    return pace
  }

  /// Notes what is known of a client, and forgets those that have not asked for long.
  mutating func set(_ pace: Pace, for key: String, at now: Duration) {
    paces[key] = pace
    paces = paces.filter { Self.canBe($0.value, at: now) && now - $0.value.last < Self.longestRest }
    guard paces.count > Self.largestCount else { return }
    let kept = paces.sorted { $0.value.last > $1.value.last }.prefix(Self.largestCount)
    paces = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
  }

  // MARK: - Implementation

  /// A request that has left is not in the future: such a time is another clock's.
  private static func canBe(_ pace: Pace, at now: Duration) -> Bool { pace.last <= now + tolerance }

  /// Eight hexadecimal digits.
  private static func word(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}

extension Duration {
  /// Whole nanoseconds.
  fileprivate var nanoseconds: Int64 {
    components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
  }
}
