/// Reads the requests of one connection, one after the other.
struct ScriptedRequestReader {
  /// A request that has no place among the server's requests yet.
  struct Pending {
    let lines: [String]
    let body: [UInt8]

    func arrived(as index: Int) -> ScriptedRequest {
      let words = lines[0].split(separator: " ").map(String.init)
      let headers = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        return (String(parts[0]), String(parts[1].drop { $0 == " " }))
      }
      return ScriptedRequest(
        index: index, arrival: .now, method: words.first ?? "",
        target: words.count > 1 ? words[1] : "", headers: headers, body: body)
    }
  }

  private let socket: LoopbackSocket
  private var bytes: [UInt8] = []

  init(_ socket: LoopbackSocket) { self.socket = socket }

  /// Returns the next whole request; nil when the other side has ended.
  mutating func next() -> Pending? {
    var end = headEnd
    while end == nil {
      guard fill() else { return nil }
      end = headEnd
    }
    let lines = String(decoding: bytes[..<(end! - 4)], as: UTF8.self)
      .split(separator: "\r\n").map(String.init)
    let size =
      lines.first { $0.lowercased().hasPrefix("content-length:") }
      .flatMap { Int($0.drop { $0 != ":" }.dropFirst().drop { $0 == " " }) } ?? 0
    while bytes.count < end! + size { guard fill() else { return nil } }
    let body = Array(bytes[end!..<(end! + size)])
    bytes.removeFirst(end! + size)
    return lines.isEmpty ? nil : Pending(lines: lines, body: body)
  }

  private mutating func fill() -> Bool {
    let more = socket.read()
    bytes += more
    return !more.isEmpty
  }

  /// The end of the empty line after the header fields.
  private var headEnd: Int? {
    guard bytes.count >= 4 else { return nil }
    return (4...bytes.count).first { bytes[($0 - 4)..<$0].elementsEqual([13, 10, 13, 10]) }
  }
}
