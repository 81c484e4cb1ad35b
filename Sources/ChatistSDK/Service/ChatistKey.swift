import APICore

/// The header fields that let a client in: the API key, and who the customer is.
struct ChatistKey: Authorization {
  let settings: ChatistServiceSettings

  /// The fields; nil without a key.
  func headers() async -> HTTPHeaders? {
    guard let key = settings.key(), !key.exposed.isEmpty else { return nil }
    let table = settings.table
    var headers: HTTPHeaders = [:]
    headers[table.keyHeader] = table.keyPrefix + key.exposed
    if let id = settings.customerID { headers[table.customerHeader] = id }
    if let id = settings.deviceID { headers[table.deviceHeader] = id }
    return headers
  }

  /// There is no call for a new key: a program's own may have changed, which is asked anyway.
  func renew(after refused: HTTPHeaders) async -> Bool { false }
}
