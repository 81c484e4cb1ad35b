import ChatistSDK

/// The guide's mock as it prints it.
enum SeedMock {
  static func client() -> APIClient? {
    #if DEBUG
      let mockClient = APIClient.mock
      // Use mock client for testing
      return mockClient
    #else
      return nil
    #endif
  }
}
