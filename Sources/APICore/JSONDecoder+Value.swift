import Foundation

extension JSONDecoder {
  /// Reads the one value that a JSON text holds.
  ///
  /// - Parameters:
  ///   - type: What is expected.
  ///   - data: JSON in UTF-8.
  /// - Returns: The value.
  /// - Throws: ``JSONFailure`` with the place of what cannot be used.
  public func value<Value: Decodable>(
    _ type: Value.Type, of data: Data
  ) throws(JSONFailure) -> Value {
    try JSONFailure.checkText(data)
    do {
      return try decode(type, from: data)
    } catch {
      throw JSONFailure(error, of: data)
    }
  }
}
