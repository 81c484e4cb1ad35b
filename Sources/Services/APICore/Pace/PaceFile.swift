import Foundation
import Synchronization

/// The pace that all processes of a user share, in a small file.
///
/// A service counts requests by credential, whatever process sends them. So the file has one line
/// per host and credential (``PacedClient``), as a salted digest, with the time of the last request
/// by the machine's clock (``APIClock/uptime``), which setting the time of day does not change. A
/// time that is impossible by that clock, for example after a restart, counts as absent.
///
/// The file is locked only while it is read and written, never while a caller waits: a killed
/// process leaves only the time of its last request. If the file cannot be used, or another process
/// holds its lock for a second, requests are sent without it.
public final class PaceFile: Sendable {
  /// The maximum time to wait for a lock that another process holds.
  private static let longestTry = Duration.seconds(1)
  /// The pause between two tries.
  private static let nextTry = Duration.milliseconds(5)

  private let path: String
  private let digest: @Sendable (Data) -> String
  private let note: @Sendable (String) -> Void
  private let state = Mutex(State())

  private struct State {
    var isUnusable = false
    var busySince: Duration?
  }

  /// Names a file; opens nothing.
  ///
  /// - Parameters:
  ///   - path: The file, in a folder that belongs to the user; both are created when first needed.
  ///   - digest: A one-way function, such as SHA-256, that returns hexadecimal digits.
  ///   - note: Receives one sentence, once, if the file cannot be used.
  public init(
    path: String, digest: @escaping @Sendable (Data) -> String,
    note: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.path = path
    self.digest = digest
    self.note = note
  }

  /// Takes the next place, if its time has come.
  ///
  /// - Parameters:
  ///   - client: The host and credential.
  ///   - now: The time.
  ///   - interval: The minimum time between two requests; if the last process used a shorter one,
  ///     that one counts, so that no process waits for ever.
  /// - Returns: nil if a request may be sent now, which is recorded; otherwise the time to ask
  ///   again.
  func leave(_ client: PacedClient, at now: Duration, interval: Duration) -> Duration? {
    let taken = access { paces -> Duration? in
      let key = paces.key(of: client, digest)
      let known = paces.pace(of: key, at: now)
      if let known {
        let next = max(known.last + min(interval, known.interval), known.pausedUntil)
        guard next <= now else { return next }
      }
      paces.set(
        ClientPace(last: now, interval: interval, pausedUntil: known?.pausedUntil ?? .zero),
        for: key,
        at: now)
      return nil
    }
    switch taken {
    case .done(let next): return next
    case .unusable: return nil
    case .busy:
      return state.withLock { state in
        let since = state.busySince ?? now
        state.busySince = since
        return now - since < Self.longestTry ? now + Self.nextTry : nil
      }
    }
  }

  /// Records the latest possible arrival of a request, and the server's pause.
  ///
  /// - Parameters:
  ///   - client: The host and credential.
  ///   - arrival: The latest possible arrival at the server.
  ///   - interval: The minimum time between two requests.
  ///   - pause: The time without any request. A pause of more than a minute, as for a used-up
  ///     quota, is not shared: it may end sooner than the server said.
  ///   - now: The time.
  func arrived(
    _ client: PacedClient, by arrival: Duration, interval: Duration, pause: Duration,
    at now: Duration
  ) {
    _ = access { paces in
      let key = paces.key(of: client, digest)
      var pace =
        paces.pace(of: key, at: now)
        ?? ClientPace(last: arrival, interval: interval, pausedUntil: .zero)
      pace.last = max(pace.last, arrival)
      if pause <= ClientPace.longestPause { pace.pausedUntil = max(pace.pausedUntil, now + pause) }
      paces.set(pace, for: key, at: now)
    }
  }

  // MARK: - Implementation

  private enum Access<Value> {
    case done(Value)
    case busy
    case unusable
  }

  /// Reads the file, applies a change, and writes the file if it changed, all under its lock.
  private func access<Value>(_ change: (inout Paces) -> Value) -> Access<Value> {
    guard let file = opened() else { return .unusable }
    defer { close(file) }
    guard isLocked(file) else { return errno == EWOULDBLOCK ? .busy : unusable("locked") }
    state.withLock { $0.busySince = nil }
    guard let text = Self.text(of: file) else { return unusable("read") }
    var paces = Paces(text)
    let value = change(&paces)
    let bytes = Array(paces.text.utf8)
    if paces.text != text {
      guard pwrite(file, bytes, bytes.count, 0) == bytes.count,
        ftruncate(file, off_t(bytes.count)) == 0
      else { return unusable("written") }
    }
    return .done(value)
  }

  /// Opens the file; creates it if missing.
  private func opened() -> Int32? {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
    var file = open(path, flags, 0o600)
    if file < 0, errno == ENOENT {
      let folder = (path as NSString).deletingLastPathComponent
      let above = (folder as NSString).deletingLastPathComponent
      try? FileManager.default.createDirectory(
        atPath: above, withIntermediateDirectories: true)
      mkdir(folder, 0o700)
      file = open(path, flags, 0o600)
    }
    guard file >= 0 else {
      report("opened")
      return nil
    }
    var facts = stat()
    guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_uid == geteuid()
    else {
      close(file)
      errno = EPERM
      report("opened")
      return nil
    }
    return file
  }

  /// Locks the file; closing the descriptor unlocks it.
  private func isLocked(_ file: Int32) -> Bool {
    for attempt in 0..<10 {
      if attempt > 0 { usleep(200) }
      if flock(file, LOCK_EX | LOCK_NB) == 0 { return true }
      guard errno == EWOULDBLOCK || errno == EINTR else { return false }
    }
    errno = EWOULDBLOCK
    return false
  }

  /// Reads the start of the file, enough for any file that this type writes.
  private static func text(of file: Int32) -> String? {
    var bytes = [UInt8](repeating: 0, count: 32_768)
    let count = pread(file, &bytes, bytes.count, 0)
    return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  private func unusable<Value>(_ what: String) -> Access<Value> {
    report(what)
    return .unusable
  }

  /// Reports a problem once, with the system's last error.
  private func report(_ what: String) {
    let reason = String(cString: strerror(errno)).lowercased()
    let isNew = state.withLock { state in
      defer { state.isUnusable = true }
      return !state.isUnusable
    }
    guard isNew else { return }
    note(
      "\(path): cannot be \(what) (\(reason)); requests do not wait for other processes with the same key"
    )
  }
}
