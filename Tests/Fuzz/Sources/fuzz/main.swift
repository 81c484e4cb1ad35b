import Foundation

// libFuzzer's driver: it makes inputs that reach new code, and keeps the one that crashes.
//
//     fuzz TARGET CORPUS… -max_total_time=60
//     fuzz TARGET FILE        runs one input again
//     fuzz TARGET -set_cover_merge=1 NEW OLD…    copies the fewest inputs that reach the same code
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ argc: UnsafeMutablePointer<Int32>,
  _ argv: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

// A merge starts the program again, with the driver's own arguments alone.
private let inherited = "RAILBIRD_FUZZ_TARGET"
private let isAgain = CommandLine.argc > 1 && CommandLine.arguments[1].hasPrefix("-")
private let name =
  isAgain ? ProcessInfo.processInfo.environment[inherited] : CommandLine.arguments.dropFirst().first

guard let target = name.flatMap(Target.init(rawValue:)) else {
  let names = Target.allCases.map(\.rawValue).joined(separator: " ")
  FileHandle.standardError.write(Data("usage: fuzz TARGET CORPUS…; targets: \(names)\n".utf8))
  exit(64)
}
private let chosen = target

// libFuzzer takes what follows the target's name; the program's own name comes first.
let skipped = isAgain ? 0 : 1
var argc = CommandLine.argc - Int32(skipped)
var argv = CommandLine.unsafeArgv + skipped
argv[0] = CommandLine.unsafeArgv[0]
setenv(inherited, target.rawValue, 1)
let code = runDriver(&argc, &argv) { bytes, count in
  chosen.run(UnsafeBufferPointer(start: bytes, count: count))
  return 0
}
exit(code)
