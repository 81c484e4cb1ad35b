import Foundation

/// A process's use of the processors, from Linux.
enum ProcessorTime {
  /// Returns the time of all threads of a process, in hundredths of a second; nil if it has ended or
  /// the system has no such file.
  static func hundredths(of process: Int32) -> Int? {
    guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      // The program's name, in brackets, may have blanks.
      let name = stat.lastIndex(of: ")")
    else { return nil }
    let fields = stat[name...].split(separator: " ")
    guard fields.count > 13, let user = Int(fields[12]), let system = Int(fields[13]) else {
      return nil
    }
    return user + system
  }
}
