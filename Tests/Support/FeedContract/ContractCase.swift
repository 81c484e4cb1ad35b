/// The situations that every client must get right over real HTTP.
public enum ContractCase: String, CaseIterable, Sendable {
  /// A list of good elements.
  case success
  /// An empty list.
  case empty
  /// The key is refused, and there is no other.
  case unauthorised
  /// The key has expired; a new one is fetched and the call repeated.
  case expiredThenRefreshed
  /// 429 with `Retry-After: 3`, then an answer.
  case rateLimitedThenSuccess
  /// 503, then an answer.
  case serverErrorThenSuccess
  /// Never an answer within the allowed time.
  case slow
  /// The connection is reset in the middle of the body, every time.
  case reset
  /// The body ends before its announced length, every time.
  case truncatedBody
  /// The body is not UTF-8.
  case invalidUTF8
  /// An element has an unknown field.
  case unknownField
  /// An element has a value that its enumeration does not have.
  case unknownEnumValue
  /// One element among good ones cannot be used.
  case oneBadElement
  /// The unpacked body is larger than allowed.
  case oversizedBody
  /// The answer is on another host, which must get no request.
  case redirectToAnotherHost
  /// The call is refused with a message, which repeats the key and moves the terminal's cursor.
  case refusedWithMessage
  /// One element among good ones has no id, in each of the client's lists.
  case elementWithoutID
  /// A read and a write are redirected to another host, which must get neither.
  case foreignObjectAfterRedirect
  /// Two processes send the same key, one right after the other; they keep one pace.
  case oneKeyTwoProcesses
  /// Status 204 in place of each of the client's lists.
  case noContent
  /// A success without a body in place of each of the client's lists: no list.
  case emptyBody
  /// An object in place of each of the client's lists.
  case wrongType
  /// Elements whose optional members are null, in each of the client's lists.
  case nullMembers
  /// Two requests are left of the quota: the client waits, and says so before it does.
  case nearlyUsedQuota
}
