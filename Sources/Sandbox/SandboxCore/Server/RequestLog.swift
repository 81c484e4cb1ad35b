/// A sandbox's record of a request; never the key itself.
public struct LoggedRequest: Equatable, Sendable {
  /// The time of arrival, µs since 1970 UTC.
  public let time: Int64
  /// The method, such as `GET`.
  public let method: String
  /// Path and query; secrets in it are masked.
  public let target: String
  /// The header field `Idempotency-Key`; nil if there was none.
  public let idempotencyKey: String?
  /// The state of the request's key.
  public let key: KeyUse
  /// The status of the answer; nil if the connection was ended instead.
  public let status: Int?
  /// The fault applied.
  public let fault: FaultKind?

  /// The state of a request's key.
  public enum KeyUse: String, Sendable { case right, wrong, missing }

  package var json: WireJSON {
    .object(
      [
        ("time", .digits(String(time))), ("method", .text(method)), ("target", .text(target)),
        ("key", .text(key.rawValue)), ("status", status.map { .number($0) } ?? .null),
        ("fault", fault.map { .text($0.rawValue) } ?? .null),
      ] + (idempotencyKey.map { [("idempotency_key", .text($0))] } ?? []))
  }
}
