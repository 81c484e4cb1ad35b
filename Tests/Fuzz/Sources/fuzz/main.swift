import Foundation

// libFuzzer's driver: it makes inputs that reach new code, and keeps the one that crashes.
//
//     fuzz TARGET CORPUS… -max_total_time=60
//     fuzz TARGET FILE        runs one input again
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ argc: UnsafeMutablePointer<Int32>,
  _ argv: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

guard CommandLine.argc > 1, let target = Target(rawValue: CommandLine.arguments[1]) else {
  let names = Target.allCases.map(\.rawValue).joined(separator: " ")
  FileHandle.standardError.write(Data("usage: fuzz TARGET CORPUS…; targets: \(names)\n".utf8))
  exit(64)
}
private let chosen = target

// libFuzzer takes what follows the target's name; the program's own name comes first.
var argc = CommandLine.argc - 1
var argv = CommandLine.unsafeArgv + 1
argv[0] = CommandLine.unsafeArgv[0]
let code = runDriver(&argc, &argv) { bytes, count in
  chosen.run(UnsafeBufferPointer(start: bytes, count: count))
  return 0
}
exit(code)
