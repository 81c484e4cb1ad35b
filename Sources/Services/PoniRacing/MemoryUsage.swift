import Foundation

/// Returns the process's resident memory in MB of 1,048,576 bytes; 0 if the system hides it.
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

/// Runs a piece of work and measures the change of resident memory.
///
/// - Parameters:
///   - work: The work.
///   - isolation: The caller's actor, on which the work runs.
/// - Returns: The work's result, and the change in MB; negative if memory was released.
/// - Throws: The work's error.
public func measureMemory<Value, Failure: Error>(
  _ work: () async throws(Failure) -> Value, isolation: isolated (any Actor)? = #isolation
) async throws(Failure) -> (value: Value, megabytes: Double) {
  let before = getMemoryUsage()
  let value = try await work()
  return (value, getMemoryUsage() - before)
}
