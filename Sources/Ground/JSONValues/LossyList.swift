import Foundation

/// A JSON array read element by element: bad elements are reported, the others kept.
public struct LossyList<Element: Decodable & Sendable>: Decodable, Sendable {
  /// The valid elements, in order.
  public private(set) var elements: [Element] = []
  /// The bad elements, each with its index in the array.
  public private(set) var rejected: [JSONFailure] = []
  /// The parts that are left out of the valid elements; none for a list inside a value.
  public private(set) var omitted: [JSONFailure] = []
  /// The whole text as read, if it was asked for.
  public private(set) var whole: JSONValue?

  /// Skips any value.
  private struct Anything: Decodable {
    init(from decoder: any Decoder) throws {}
  }

  /// Reads an array.
  public init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    let depth = list.codingPath.count + 1
    while !list.isAtEnd {
      let index = list.currentIndex
      do {
        elements.append(
          try JSONOmissions.ofSuccess(decoder) { try list.decode(Element.self) })
      } catch {
        rejected.append(JSONFailure(error, index: index, prefix: depth))
        // A failed decode does not advance: skip the element.
        if list.currentIndex == index { _ = try list.decode(Anything.self) }
      }
    }
  }

  /// Reads the array in a text.
  ///
  /// - Parameters:
  ///   - data: JSON: an array, or an object with an array under one of `names`.
  ///   - names: The members that may hold the array, the most likely first; null is no array.
  ///   - keepsWhole: Whether ``whole`` is kept.
  ///   - decoder: The decoder of the elements.
  /// - Throws: ``JSONFailure`` if the text is not JSON or holds no such array.
  public init(
    _ data: Data, under names: [String] = [], keepsWhole: Bool = false,
    by decoder: JSONDecoder = JSONDecoder()
  ) throws(JSONFailure) {
    try JSONFailure.checkText(data)
    let omissions = JSONOmissions()
    decoder.userInfo[JSONOmissions.key] = omissions
    do {
      let read = try decoder.decode(
        Envelope.self, from: data, configuration: (names, keepsWhole))
      (self, whole) = (read.list, read.whole)
      omitted = omissions.all
    } catch {
      throw JSONFailure(error, of: data)
    }
  }

  // MARK: - Implementation

  /// The array itself, or the object around it.
  private struct Envelope: DecodableWithConfiguration {
    let list: LossyList
    let whole: JSONValue?

    struct Name: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder, configuration: (names: [String], keepsWhole: Bool)) throws {
      let names = configuration.names
      whole = configuration.keepsWhole ? try? JSONValue(from: decoder) : nil
      guard let object = try? decoder.container(keyedBy: Name.self) else {
        list = try LossyList(from: decoder)
        return
      }
      guard let name = names.map(Name.init).first(where: { object.contains($0) }) else {
        let expected = names.isEmpty ? "a list" : "a list under “\(names[0])”"
        throw DecodingError.dataCorrupted(
          .init(codingPath: [], debugDescription: "found an object; expected \(expected)"))
      }
      if try object.decodeNil(forKey: name) {
        throw DecodingError.valueNotFound(
          [Any].self, .init(codingPath: [name], debugDescription: "found null; expected a list"))
      }
      list = try object.decode(LossyList.self, forKey: name)
    }
  }
}
