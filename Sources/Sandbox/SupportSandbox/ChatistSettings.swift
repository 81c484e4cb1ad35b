import APICore
import SandboxCore

/// The settings of the support service.
public struct ChatistSettings: Sendable {
  /// The forms of the answer that the branding is no newer.
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

  /// The default key; it opens only the sandbox.
  public static let standardKey = "railbirdsandboxchatistkey"
  /// The customer of requests that name none.
  public static let standardCustomer = "anonymous"
  /// The allowed limits of an attachment's size, in bytes.
  public static let attachmentsAllowed = 1...(1 << 30)

  /// The seed of agents, their answers and the branding's colours.
  public var seed: UInt64
  /// The valid key.
  public var key = ChatistSettings.standardKey
  /// The header field that names the customer.
  public var customerHeader = "x-customer-id"
  /// The form of answers: an assignee is a text in the seed form, an object in the live one.
  public var wire: WireForm = .seed
  /// The form of the answer that a branding is no newer.
  public var unchanged = Unchanged.noContent
  /// The maximum number of bytes of an attachment; a larger one is refused with 413.
  public var attachmentLimit = 10 << 20
  /// The accepted requests per second; 0 for no limit.
  public var rate = 0.0
  /// The SQLite file that keeps the state; nil for memory only.
  public var stateFile: String?
  /// The clock, until a call sets another time.
  public var clock: any APIClock = SystemClock()

  /// Makes the settings of a service.
  public init(seed: UInt64 = 1) { self.seed = seed }
}
