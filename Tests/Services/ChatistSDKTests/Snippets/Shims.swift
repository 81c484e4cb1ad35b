import ChatistSDK
import Foundation
import Testing

// The parts of UIKit and SwiftUI that the guide's examples use.

struct Color: Equatable {
  let hex: String
  init(hex: String) { self.hex = hex }
}

struct UIDevice {
  static let current = UIDevice()
  let model = "PC"
  let name = "Linux"
  let systemVersion = "6.1"
  let batteryLevel: Float = 0.5
}

struct UIScreen {
  struct Bounds {
    let width = 390.5
    let height = 844.0
  }

  static let main = UIScreen()
  let bounds = Bounds()
}

struct UIImage {
  init?(named name: String) {}
  func pngData() -> Data? { Data("png".utf8) }
  func jpegData(compressionQuality: Double) -> Data? { Data("jpeg".utf8) }
}

protocol View {
  associatedtype Body
  var body: Body { get }
}

extension View {
  /// The body, as what it is.
  func shown() throws -> Screen { try #require(body as? Screen) }
}

/// A view's content and actions, for inspection by a test.
struct Screen: View {
  var rows: [String] = []
  var title = ""
  var task: (() async -> Void)?
  var refresh: (() async -> Void)?
  var alert: (isShown: Bool, text: String, dismiss: () -> Void)?
  var body: Screen { self }

  func navigationTitle(_ title: String) -> Screen { with { $0.title = title } }
  func task(_ work: @escaping () async -> Void) -> Screen { with { $0.task = work } }
  func refreshable(_ work: @escaping () async -> Void) -> Screen { with { $0.refresh = work } }

  func alert(
    _ title: String, isPresented: Binding, _ button: () -> Button, message: () -> Text
  ) -> Screen {
    with { $0.alert = (isPresented.value, title + ": " + message().text, button().action) }
  }

  private func with(_ change: (inout Screen) -> Void) -> Screen {
    var copy = self
    change(&copy)
    return copy
  }
}

func List<Element: Identifiable>(_ elements: [Element], _ row: (Element) -> TicketRow) -> Screen {
  Screen(rows: elements.map { row($0).text })
}

func NavigationView(_ content: () -> Screen) -> Screen { content() }

struct Binding {
  let value: Bool
  static func constant(_ value: Bool) -> Binding { Binding(value: value) }
}

struct Button {
  let action: () -> Void
  init(_ title: String, action: @escaping () -> Void) { self.action = action }
}

struct Text {
  let text: String
  init(_ text: String) { self.text = text }
}

@propertyWrapper struct State<Value> {
  private final class Box {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  private let box: Box

  init(wrappedValue: Value) { box = Box(wrappedValue) }

  var wrappedValue: Value {
    get { box.value }
    nonmutating set { box.value = newValue }
  }
}
