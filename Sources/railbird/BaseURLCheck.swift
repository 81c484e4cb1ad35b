import APICore
import ArgumentParser

/// Refuses a `--base-url` to which nothing is sent.
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
