import APICore
import ArgumentParser
import ChatistSDK
import Columns
import CommandTools
import Foundation
import HTTPTransport

struct ChatistDownloadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "download", abstract: "Saves an attachment by its address.",
    discussion: """
      The address is one that `show` and `watch` print. It is asked without the key, for it may lead to \
      another host. The file appears whole or not at all.

      Example:
        railbird chatist download https://files.example/a/screenshot.png \\
          --out screenshot.png
      """)

  @Argument(help: "The attachment's address.") var url: String

  @Option(
    name: .long, help: ArgumentHelp("The file to write, replaced if it exists.", valueName: "file"),
    completion: .file())
  var out: String

  @Option(
    name: .long, help: ArgumentHelp("Number of bytes that the file may have.", valueName: "bytes"))
  var limit = Limits.downloadBytes

  @Flag(name: .long, help: "Accept plain http for other machines than this one.")
  var allowHTTP = false

  @Flag(name: .long, help: "Print JSON.") var json = false

  private struct Saved: Encodable {
    let file: String
    let bytes: Int
    let media_type: String?
  }

  func validate() throws {
    guard (1...(1 << 30)).contains(limit) else {
      throw ValidationError("--limit: found \(limit); expected 1 to \(1 << 30)")
    }
    // A base URL has no query, but an attachment's URL may have one.
    var place = URLComponents(string: url)
    place?.query = nil
    place?.fragment = nil
    do {
      _ = try BaseURL(place?.string ?? url, allowsPlainHTTP: allowHTTP)
    } catch SettingsError.insecureURL(let host) {
      throw ValidationError(
        "url: found http://\(host); expected https, http only for this machine, or --allow-http")
    } catch {
      throw ValidationError("\(error)".replacing("base URL", with: "url"))
    }
  }

  func run() async throws {
    try await reportingErrors {
      guard let url = URL(string: url) else {
        throw ValidationError("url: found no URL; expected one such as https://files.example/a")
      }
      let answer: HTTPResponse
      do throws(TransportError) {
        answer = try await AsyncHTTPTransport().send(
          HTTPRequest(.get, url),
          limits: TransferLimits(totalTime: .seconds(600), bodyBytes: limit))
      } catch {
        throw UnsavedAttachment(reason: "\(error)")
      }
      guard answer.status == 200 else {
        let words = answer.serverMessage.map { ": \($0)" } ?? ""
        throw UnsavedAttachment(reason: "found status \(answer.status)\(words); expected 200")
      }
      try WholeFile.write(
        out,
        blocks: { write in
          if !answer.body.isEmpty { try write(Array(answer.body)) }
        })
      let saved = Saved(
        file: out, bytes: answer.body.count, media_type: answer.headers["Content-Type"])
      Console.recordChange("\(out) is written")
      Console.print(
        json
          ? try ChatistText.json(saved)
          : DisplayWidth.printable("\(out): \(grouped(saved.bytes)) bytes"))
    }
  }
}

/// An attachment that was not saved.
private struct UnsavedAttachment: Error, CustomStringConvertible {
  let reason: String

  var description: String { "chatist: attachment: \(reason)" }
}
