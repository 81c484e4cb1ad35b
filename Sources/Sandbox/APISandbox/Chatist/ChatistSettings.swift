import APICore

/// The support service that a sandbox serves.
public struct ChatistSettings: Sendable {
  /// Forms in which the service says that the branding is no newer.
  public enum Unchanged: String, CaseIterable, Sendable {
    /// 204, without a body.
    case noContent = "204"
    /// 304, without a body.
    case notModified = "304"
    /// 200, with an empty body.
    case empty
    /// 200, with `null`.
    case null
  }

  /// The key that a sandbox takes if it is told no other; it opens nothing but the sandbox.
  public static let standardKey = "railbirdsandboxchatistkey"
  /// The customer of requests that name none.
  public static let standardCustomer = "anonymous"
  /// The sizes that may be set as an attachment's limit, in bytes.
  public static let attachmentsAllowed = 1...(1 << 30)

  /// The seed of agents, their answers and the branding's colours.
  public var seed: UInt64
  /// The key that is right.
  public var key = ChatistSettings.standardKey
  /// The header field that names the customer.
  public var customerHeader = "x-customer-id"
  /// The form of answers: an assignee is a text in the seed form, an object in the live one.
  public var wire: WireForm = .seed
  /// The form in which a branding is told to be no newer.
  public var unchanged = Unchanged.noContent
  /// The most bytes of an attachment; a larger one is refused with 413.
  public var attachmentLimit = 10 << 20
  /// Requests a second that are accepted; 0 for no limit.
  public var rate = 0.0
  /// The SQLite file that keeps the state; nil for memory alone.
  public var stateFile: String?
  /// The time, until a call sets another.
  public var clock: any APIClock = SystemClock()

  /// Chooses a service.
  public init(seed: UInt64 = 1) { self.seed = seed }
}
