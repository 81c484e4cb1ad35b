import Foundation
import TestSupport

/// A TLS server on loopback, with a self-signed certificate.
///
/// It is a Python script, and the `openssl` command makes the certificate.
final class TLSServer {
  /// The reason why a test that needs it is skipped.
  static let absence = "found no python3 with ssl, or no openssl"

  /// Whether the required programs exist.
  static let canRun: Bool =
    (try? RailbirdProcess.run(program: "python3", ["-c", "import ssl"]))?.exitCode == 0
    && (try? RailbirdProcess.run(program: "openssl", ["version"]))?.exitCode == 0

  private let folder: TemporaryFolder
  private let process: RailbirdProcess
  /// The server's URL by number.
  let url: URL

  /// Makes a certificate and starts a server.
  ///
  /// - Parameters:
  ///   - name: The certificate's subject, such as `IP:127.0.0.1`.
  ///   - protocols: The offered protocol, `h2` or `http/1.1`; `plain` for no TLS at all.
  ///   - isCutOff: Whether it ends connections without notice, and bodies by that end.
  /// - Throws: If there is no certificate or no server.
  init(name: String = "IP:127.0.0.1", protocols: String = "http/1.1", isCutOff: Bool = false)
    throws
  {
    folder = try TemporaryFolder()
    let made = try RailbirdProcess.run(
      program: "openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-subj", "/CN=test", "-addext", "subjectAltName=\(name)", "-days", "2",
        "-keyout", folder.file("key.pem"), "-out", folder.file("certificate.pem"),
      ])
    struct Failure: Error { let text: String }
    guard made.exitCode == 0 else { throw Failure(text: made.stderr) }
    process = try RailbirdProcess.start(
      program: "python3",
      [
        "-u", "-c", Self.script, folder.file("certificate.pem"), folder.file("key.pem"), protocols,
        isCutOff ? "cut" : "",
      ])
    while !process.stdoutSoFar.contains("\n"), process.isRunning {
      Thread.sleep(forTimeInterval: 0.01)
    }
    guard let port = process.stdoutSoFar.split(separator: "\n").first,
      let url = URL(string: "https://127.0.0.1:\(port)")
    else { throw Failure(text: process.stderrSoFar) }
    self.url = url
  }

  deinit { process.kill() }

  /// The server's certificate.
  var certificate: String { folder.file("certificate.pem") }

  /// The protocol of each connection, in order.
  var connections: [String] {
    process.stdoutSoFar.split(separator: "\n").dropFirst().map(String.init)
  }

  /// Answers `[]` to every request: a minimal HTTP/1.1 and HTTP/2.
  private static let script = """
    import socket, ssl, sys, threading
    certificate, key, protocols, end = sys.argv[1:]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    context.set_alpn_protocols([protocols])
    def frame(kind, flags, stream, body):
        return len(body).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + body
    def second(file, connection):
        file.read(24)
        connection.sendall(frame(4, 0, 0, b""))
        while len(head := file.read(9)) == 9:
            file.read(int.from_bytes(head[:3], "big"))
            stream = int.from_bytes(head[5:], "big")
            if head[3] == 4 and not head[4] & 1:
                connection.sendall(frame(4, 1, 0, b""))
            if head[3] == 1:
                connection.sendall(frame(1, 4, stream, b"\\x88") + frame(0, 1, stream, b"[]"))
    def first(file, connection):
        while file.readline():
            while file.readline().strip():
                pass
            if end:
                return connection.sendall(b"HTTP/1.1 200 OK\\r\\n\\r\\n[]")
            connection.sendall(b"HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\n[]")
    def serve(plain):
        try:
            if protocols == "plain":
                return plain.sendall(b"HTTP/1.1 400 No\\r\\n\\r\\n")
            with context.wrap_socket(plain, server_side=True) as connection:
                print(connection.selected_alpn_protocol(), flush=True)
                file = connection.makefile("rb")
                (second if connection.selected_alpn_protocol() == "h2" else first)(file, connection)
        except OSError:
            pass
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)
    while True:
        threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
    """
}
