import APICore

/// The header fields that authorize a client: the API key and the customer.
struct ChatistKey: Authorization {
  let settings: ChatistServiceSettings

  /// Returns the fields; nil without a key.
  func headers() async -> HTTPHeaders? {
    guard let key = settings.key(), !key.exposed.isEmpty else { return nil }
    let table = settings.table
    var headers: HTTPHeaders = [:]
    headers[table.keyHeader] = table.keyPrefix + key.exposed
    if let id = settings.customerID { headers[table.customerHeader] = id }
    if let id = settings.deviceID { headers[table.deviceHeader] = id }
    return headers
  }

  /// Returns false: no call renews a key, and a changed one is read for each request anyway.
  func renew(after refused: HTTPHeaders) async -> Bool { false }
}
