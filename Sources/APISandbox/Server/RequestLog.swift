/// What a sandbox remembers of a request; never the key itself.
public struct LoggedRequest: Equatable, Sendable {
  /// When it arrived, µs since 1970 UTC.
  public let time: Int64
  /// Such as `GET`.
  public let method: String
  /// Path and query; secrets in it are masked.
  public let target: String
  /// The header field `Idempotency-Key`; nil where there was none.
  public let idempotencyKey: String?
  /// The key that came along.
  public let key: KeyUse
  /// The status of the answer; nil where the connection was ended instead.
  public let status: Int?
  /// The fault it was given.
  public let fault: FaultKind?

  /// Which key a request came with.
  public enum KeyUse: String, Sendable { case right, wrong, missing }

  var json: WireJSON {
    .object(
      [
        ("time", .digits(String(time))), ("method", .text(method)), ("target", .text(target)),
        ("key", .text(key.rawValue)), ("status", status.map { .number($0) } ?? .null),
        ("fault", fault.map { .text($0.rawValue) } ?? .null),
      ] + (idempotencyKey.map { [("idempotency_key", .text($0))] } ?? []))
  }
}
