import Foundation

/// The process's resident memory in MB of 1,048,576 bytes; 0 where the system does not tell it.
///
/// - Source: Linux, the second field of `/proc/self/statm`, in pages.
public func getMemoryUsage() -> Double {
  guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
    return 0
  }
  let fields = text.split(separator: " ")
  guard fields.count > 1, let pages = Double(fields[1]) else { return 0 }
  return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
}

/// Does a piece of work and tells how much resident memory it left behind.
///
/// - Parameters:
///   - work: The work.
///   - isolation: The caller's actor, on which the work runs.
/// - Returns: What the work gave, and the difference in MB, below zero where memory was let go.
/// - Throws: The work's error.
public func measureMemory<Value, Failure: Error>(
  _ work: () async throws(Failure) -> Value, isolation: isolated (any Actor)? = #isolation
) async throws(Failure) -> (value: Value, megabytes: Double) {
  let before = getMemoryUsage()
  let value = try await work()
  return (value, getMemoryUsage() - before)
}
