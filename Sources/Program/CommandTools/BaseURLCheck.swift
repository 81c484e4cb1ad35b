import APICore
import ArgumentParser

/// Reads a `--base-url`, and refuses one that is not safe to send to.
@discardableResult
package func checkBaseURL(_ text: String, allowsPlainHTTP: Bool) throws -> BaseURL {
  do {
    return try BaseURL(text, allowsPlainHTTP: allowsPlainHTTP)
  } catch SettingsError.insecureURL(let host) {
    throw ValidationError(
      "--base-url: found http://\(host); expected https, http only for this machine, or "
        + "--allow-http")
  } catch {
    throw ValidationError("--\("\(error)".replacing("base URL", with: "base-url"))")
  }
}
