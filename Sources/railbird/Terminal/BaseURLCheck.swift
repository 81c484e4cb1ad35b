import APICore
import ArgumentParser

/// Refuses a `--base-url` that is not safe to send to.
func checkBaseURL(_ text: String, allowsPlainHTTP: Bool) throws {
  do {
    _ = try BaseURL(text, allowsPlainHTTP: allowsPlainHTTP)
  } catch SettingsError.insecureURL(let host) {
    throw ValidationError(
      "--base-url: found http://\(host); expected https, http for this machine alone, or "
        + "--allow-http")
  } catch {
    throw ValidationError("--\("\(error)".replacing("base URL", with: "base-url"))")
  }
}
