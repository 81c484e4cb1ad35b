import Foundation

/// What Linux says of a process's use of the processor.
enum ProcessorTime {
  /// What all threads of a process have used so far, in hundredths of a second; nil where it is gone
  /// or the system does not tell.
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
