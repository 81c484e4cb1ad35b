import ArgumentParser
import CommandTools
import Foundation
import HTTPTransport
import Kernels
import ReportWorkbooks
import SandboxCore
import TabularFiles

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Shows this machine: libraries, BLAS kernel, threads.",
    discussion: "Example:\n  railbird doctor")

  func run() throws {
    var system = utsname()
    uname(&system)
    let machine = withUnsafeBytes(of: &system.machine) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    let memory = Double(ProcessInfo.processInfo.physicalMemory) / Double(1 << 30)
    let facts = [
      ("railbird", Version.engine),
      ("system", ProcessInfo.processInfo.operatingSystemVersionString),
      ("machine", machine),
      ("cores", "\(ProcessInfo.processInfo.activeProcessorCount)"),
      ("memory", String(format: "%.1f GiB", memory)),
      ("OpenBLAS", BLAS.configuration),
      ("OpenBLAS kernel", BLAS.coreName),
      ("OpenBLAS threads", "\(BLAS.threadCount)"),
      ("Apache Arrow", arrowVersion()),
      ("simdjson", simdjsonVersion()),
      ("SQLite", SQLiteVersion.text),
      ("libxlsxwriter", ReportWorkbook.libraryVersion),
      ("curl", AsyncHTTPTransport.libraries.curl),
      ("TLS", AsyncHTTPTransport.libraries.tls),
    ]
    for (name, value) in facts {
      Console.print(name.padding(toLength: 18, withPad: " ", startingAt: 0) + value)
    }
  }
}
