import Synchronization

/// Called when a page has closed; it does not say what the player did there.
public typealias BetableCancelHandler = @Sendable () -> Void

/// Shows pages to the player: in a web view on a phone, in a browser, or as a line of text.
public protocol WebPresenter: Sendable {
  /// Shows a page over the app.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - onClose: Call it when the page has closed; only the first call counts.
  func present(_ page: WebPage, onClose: @escaping BetableCancelHandler) async

  /// Closes the page shown, for example after a login.
  func dismiss() async

  /// Deletes the cookies of a login that has ended.
  ///
  /// - Parameter names: The cookies' names.
  func forgetCookies(_ names: [String]) async
}

extension WebPresenter {
  /// Does nothing.
  public func dismiss() async {}

  /// Does nothing: a presenter without its own browser has no cookies.
  public func forgetCookies(_ names: [String]) async {}
}

/// Runs a closure on the first call only, then releases it.
final class CallOnce: Sendable {
  private let closure: Mutex<BetableCancelHandler?>

  init(_ closure: @escaping BetableCancelHandler) { self.closure = Mutex(closure) }

  func callAsFunction() {
    let first = closure.withLock { closure in
      defer { closure = nil }
      return closure
    }
    first?()
  }
}
