/// The record of one attempt of a request; a row of the table `api_requests`.
public struct RequestRecord: Equatable, Sendable {
  /// The time of sending, µs since 1970 UTC.
  public var time: Int64
  /// The API, such as `racing`.
  public var api: String
  /// The endpoint's template, such as `/race/{id}`; never an id or a key.
  public var endpoint: String
  /// The status code; nil without a complete answer.
  public var status: Int?
  /// The duration in µs.
  public var microseconds: Int64
  /// The size of the decompressed body.
  public var bytes: Int
  /// The source of the answer.
  public var cache: CacheUse
  /// 1 for the first attempt.
  public var attempt: Int
  /// The error without the host, such as `timed out`; nil if none.
  public var error: String?

  /// The source of an answer.
  public enum CacheUse: String, Sendable { case hit, miss, stale }

  /// Makes a record.
  public init(
    time: Int64, api: String, endpoint: String, status: Int?, microseconds: Int64, bytes: Int,
    cache: CacheUse = .miss, attempt: Int = 1, error: String? = nil
  ) {
    self.time = time
    self.api = api
    self.endpoint = endpoint
    self.status = status
    self.microseconds = microseconds
    self.bytes = bytes
    self.cache = cache
    self.attempt = attempt
    self.error = error
  }
}
