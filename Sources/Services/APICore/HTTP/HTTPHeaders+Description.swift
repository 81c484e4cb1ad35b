/// Header fields may be credentials: only values known to be harmless are shown.
extension HTTPHeaders: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The names, and the values that are not secrets.
  public var description: String {
    "[" + fields.map(\.description).joined(separator: ", ") + "]"
  }

  /// Equal to ``description``.
  public var debugDescription: String { description }

  /// A mirror that shows only ``description``.
  public var customMirror: Mirror {
    Mirror(self, children: ["fields": description], displayStyle: .struct)
  }
}

extension HTTPHeaders.Field: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// Whether the value may be shown.
  var isHarmless: Bool {
    let name = name.lowercased()
    let known = [
      "accept", "age", "cache-control", "connection", "date", "host", "retry-after", "server",
      "transfer-encoding", "user-agent", "vary", "x-rapidapi-host",
    ]
    let groups = ["accept-", "content-", "x-ratelimit-"]
    return known.contains(name) || groups.contains { name.hasPrefix($0) }
  }

  /// The name, and the value if it is not a secret.
  public var description: String { "\(name): \(isHarmless ? value : Secret.mask)" }

  /// Equal to ``description``.
  public var debugDescription: String { description }

  /// A mirror that shows only ``description``.
  public var customMirror: Mirror {
    Mirror(self, children: ["name": name, "value": isHarmless ? value : Secret.mask])
  }
}

/// A request's body and query may hold a password: only their sizes are shown.
extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Method, host and path.
  public var description: String {
    "\(method.rawValue) \(url.host() ?? "?")\(url.path())"
  }

  /// ``description`` with the header fields' names.
  public var debugDescription: String {
    "\(description) \(headers) \(body?.count ?? 0) bytes"
  }

  /// A mirror that shows only ``debugDescription``.
  public var customMirror: Mirror {
    Mirror(self, children: ["request": debugDescription], displayStyle: .struct)
  }
}

/// An answer's body may hold a token: only its size is shown.
extension HTTPResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Status and size.
  public var description: String { "status \(status), \(body.count) bytes" }

  /// ``description`` with the header fields' names.
  public var debugDescription: String { "\(description) \(headers)" }

  /// A mirror that shows only ``debugDescription``.
  public var customMirror: Mirror {
    Mirror(self, children: ["response": debugDescription], displayStyle: .struct)
  }
}
