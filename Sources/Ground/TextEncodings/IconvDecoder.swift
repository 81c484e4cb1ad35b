import CIconv

/// One text's way through the system's iconv.
final class IconvDecoder {
  private let own: OpaquePointer

  /// Begins a text.
  ///
  /// - Parameter names: Names of one encoding; the first that the system has serves.
  init?(_ names: [String]) {
    guard let own = names.lazy.compactMap({ rb_decoder_begin($0) }).first else { return nil }
    self.own = own
  }

  deinit { rb_decoder_free(own) }

  /// Why a call ended.
  enum End {
    case all
    case cut
    case bad
  }

  /// Decodes bytes.
  ///
  /// - Parameters:
  ///   - bytes: The next bytes of the text; nil ends the text, as an encoding may keep its last
  ///     character back.
  ///   - take: Receives UTF-8.
  /// - Returns: The number of bytes decoded, and why it is not more.
  /// - Throws: What `take` throws.
  func decode<Failure: Error>(
    _ bytes: UnsafeBufferPointer<UInt8>?,
    _ take: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Void
  ) throws(Failure) -> (taken: Int, end: End) {
    var taken = 0
    while true {
      var made = 0
      let state = out.withUnsafeMutableBufferPointer { out in
        // Safety: the wall reads the rest of the bytes and writes within `out`, during the call.
        rb_decoder_add(
          own, bytes.map { ($0.baseAddress ?? Self.nothing) + taken },
          (bytes?.count ?? 0) - taken, &taken, out.baseAddress, out.count, &made)
      }
      var failure: Failure?
      out.withUnsafeBufferPointer { out in
        do throws(Failure) {
          if made > 0 { try take(UnsafeBufferPointer(rebasing: out[..<made])) }
        } catch { failure = error }
      }
      if let failure { throw failure }
      switch state {
      case RB_DECODED_FULL: continue
      case RB_DECODED_ALL: return (taken, .all)
      case RB_DECODED_CUT: return (taken, .cut)
      default: return (taken, .bad)
      }
    }
  }

  // MARK: - Implementation

  /// An address for no bytes: nil would end the text.
  private static var nothing: UnsafePointer<UInt8> { UnsafePointer(bitPattern: 1)! }

  private var out = [UInt8](repeating: 0, count: 1 << 16)
}
