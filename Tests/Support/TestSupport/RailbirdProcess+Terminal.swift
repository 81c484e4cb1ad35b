extension RailbirdProcess {
  /// Runs railbird to its end with all of its output on a terminal.
  ///
  /// - Parameters:
  ///   - arguments: The command and its options.
  ///   - columns: The terminal's width.
  ///   - environment: Variables on top of the test's own.
  /// - Returns: Its exit code, and as `stdout` the terminal's output, including terminal commands.
  /// - Throws: `POSIXError` if it cannot be started.
  public static func runOnTerminal(
    _ arguments: [String], columns: Int, environment: [String: String] = [:]
  ) throws -> ProcessResult {
    let script = """
      import fcntl, os, pty, struct, sys, termios
      pid, terminal = pty.fork()
      if pid == 0:
          fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, \(columns), 0, 0))
          os.execv(sys.argv[1], sys.argv[1:])
      text = b""
      try:
          while piece := os.read(terminal, 65536):
              text += piece
      except OSError:
          pass
      sys.stdout.buffer.write(text.replace(b"\\r\\n", b"\\n"))
      sys.stdout.flush()
      code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
      os.kill(os.getpid(), -code) if code < 0 else sys.exit(code)
      """
    return try run(
      program: "python3", ["-c", script, executable] + arguments, environment: environment)
  }
}
