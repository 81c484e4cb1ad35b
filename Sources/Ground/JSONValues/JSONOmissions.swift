import Foundation
import Synchronization

/// The parts that a reader leaves out of values that it keeps, such as an optional member of
/// another type.
///
/// Readers of this module collect them; a plain `JSONDecoder` loses them.
final class JSONOmissions: Sendable {
  /// The key of a decoder's `userInfo`.
  static let key = CodingUserInfoKey(rawValue: "railbird.omissions")!

  private let parts = Mutex<[JSONFailure]>([])

  /// The parts, in the order of reading, each once.
  var all: [JSONFailure] { parts.withLock { $0 } }

  /// Adds a part.
  func add(_ part: JSONFailure) {
    parts.withLock { if !$0.contains(part) { $0.append(part) } }
  }

  /// Reads a value; on failure drops the parts left out of it, because the failure says more.
  static func ofSuccess<Value, Failure>(
    _ decoder: any Decoder, _ read: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard let omissions = decoder.omissions else { return try read() }
    let count = omissions.all.count
    do throws(Failure) {
      return try read()
    } catch {
      omissions.parts.withLock { $0.removeSubrange(count...) }
      throw error
    }
  }
}

extension Decoder {
  /// The collector of parts that are left out; nil for a plain decoder.
  var omissions: JSONOmissions? { userInfo[JSONOmissions.key] as? JSONOmissions }

  /// Reports a part that is left out of a value.
  ///
  /// - Parameter error: The reason, with the part's path.
  public func leaveOut(_ error: any Error) { omissions?.add(JSONFailure(error)) }

  /// Reports an element that is left out of a list inside the value.
  ///
  /// - Parameters:
  ///   - failure: The element's failure.
  ///   - path: The members that lead from the value to the list.
  public func leaveOut(_ failure: JSONFailure, below path: [any CodingKey]) {
    omissions?.add(failure.below(codingPath + path))
  }

  /// Reads an optional part.
  ///
  /// - Parameter read: Reads it.
  /// - Returns: The part; nil where there is none, and where it cannot be read, which is reported.
  public func optional<Value, Failure>(_ read: () throws(Failure) -> Value?) -> Value? {
    do throws(Failure) {
      return try read()
    } catch {
      leaveOut(error)
      return nil
    }
  }
}

extension KeyedDecodingContainer {
  /// Reads a list inside a value: unreadable elements are left out and reported.
  ///
  /// - Parameters:
  ///   - type: The elements' type.
  ///   - key: The member's name.
  ///   - decoder: The value's decoder, which reports.
  /// - Returns: The elements; nil where there is no such member, or null.
  /// - Throws: `DecodingError` for anything but a list.
  public func elements<Element: Decodable & Sendable>(
    _ type: Element.Type, _ key: Key, _ decoder: any Decoder
  ) throws(DecodingError) -> [Element]? {
    let list: LossyList<Element>?
    do {
      list = try decodeIfPresent(LossyList<Element>.self, forKey: key)
    } catch let error as DecodingError {
      throw error
    } catch {
      throw .dataCorruptedError(forKey: key, in: self, debugDescription: "\(error)")
    }
    guard let list else { return nil }
    for failure in list.rejected { decoder.leaveOut(failure, below: [key]) }
    return list.elements
  }
}
