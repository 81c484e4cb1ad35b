import CArrow
import CSimdJSON
import Foundation

/// An error message from the C wall.
struct WallError: Error {
  let message: String
}

/// Calls a function of the wall and turns its message into an error.
func wallCall(_ call: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32)
  throws(WallError)
{
  var message: UnsafeMutablePointer<CChar>?
  guard call(&message) != 0 else { return }
  let text = message.map { String(cString: $0) } ?? "unknown error"
  rb_free(message)
  throw WallError(message: text)
}

/// Lends an array of C strings.
func withCStrings(
  _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) throws(WallError) -> Void
) throws(WallError) {
  let copies = strings.map { UnsafePointer(strdup($0)) }
  // Safety: each copy was made by strdup above and is freed once.
  defer { for copy in copies { rb_free(UnsafeMutableRawPointer(mutating: copy)) } }
  var failure: WallError?
  copies.withUnsafeBufferPointer { pointers in
    do throws(WallError) { try body(pointers.baseAddress) } catch { failure = error }
  }
  if let failure { throw failure }
}

/// Receives the numbers of bytes done and of all bytes, while a file is unpacked or parsed.
public typealias ByteProgress = @Sendable (_ done: Int, _ all: Int) -> Void

/// Lends a progress callback to a call.
func withWatch(
  _ progress: ByteProgress, _ body: (rb_watch) throws(WallError) -> Void
) throws(WallError) {
  var failure: WallError?
  withoutActuallyEscaping(progress) { progress in
    var progress = progress
    // Safety: the wall gives the pointer back during the call only.
    withUnsafeMutablePointer(to: &progress) { context in
      let watch = rb_watch(
        tell: { context, done, all in
          context!.assumingMemoryBound(to: ByteProgress.self).pointee(Int(done), Int(all))
        }, context: context)
      do throws(WallError) { try body(watch) } catch { failure = error }
    }
  }
  if let failure { throw failure }
}

/// Returns the Apache Arrow version in use and its SIMD level.
public func arrowVersion() -> String { String(cString: rb_arrow_version()) }

/// Returns the simdjson version in use and its instruction set.
public func simdjsonVersion() -> String { String(cString: rb_json_version()) }
