import APICore
import AsyncHTTPClient

/// Sends requests through async-http-client.
public struct AsyncHTTPTransport {
  let client: HTTPClient
}
