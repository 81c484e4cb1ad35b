/// What one attempt of a request took and gave; a row of the table `api_requests`.
public struct RequestRecord: Equatable, Sendable {
  /// When it was sent, µs since 1970 UTC.
  public var time: Int64
  /// The API, such as `racing`.
  public var api: String
  /// The endpoint's template, such as `/race/{id}`; never an id or a key.
  public var endpoint: String
  /// The status code; nil where there was no whole answer.
  public var status: Int?
  /// How long it took, in µs.
  public var microseconds: Int64
  /// Size of the unpacked body.
  public var bytes: Int
  /// Where the answer came from.
  public var cache: CacheUse
  /// 1 for the first attempt.
  public var attempt: Int
  /// What went wrong, without the host: `timed out`; nil where nothing did.
  public var error: String?

  /// Where an answer came from.
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
