import Foundation

/// What Linux says of this process's memory; mapped pages that were touched count.
enum ProcessMemory {
  /// The highest resident memory so far.
  static var peakBytes: Int { field("VmHWM:") }

  /// The resident memory now.
  static var residentBytes: Int { field("VmRSS:") }

  /// The highest resident memory of any process that this one has waited for.
  static var childrensPeakBytes: Int {
    var usage = rusage()
    #if os(Linux)
      guard getrusage(RUSAGE_CHILDREN.rawValue, &usage) == 0 else { return 0 }
      return usage.ru_maxrss << 10
    #else
      guard getrusage(RUSAGE_CHILDREN, &usage) == 0 else { return 0 }
      return usage.ru_maxrss
    #endif
  }

  private static func field(_ name: String) -> Int {
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else {
      return 0
    }
    for line in text.split(separator: "\n") where line.hasPrefix(name) {
      let digits = line.filter(\.isNumber)
      return (Int(digits) ?? 0) << 10
    }
    return 0
  }
}
