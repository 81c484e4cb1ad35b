import ChatistSDK
import Foundation

/// The guide's integration as it prints it.
struct TicketListView: View {
  @State private var tickets: [TicketPreviewDto] = []
  @State private var isLoading = false
  @State private var errorMessage: String?

  var body: some View {
    NavigationView {
      List(tickets) { ticket in
        TicketRow(ticket: ticket)
      }
      .navigationTitle("Support Tickets")
      .refreshable {
        await loadTickets()
      }
      .task {
        await loadTickets()
      }
    }
    .alert("Error", isPresented: .constant(errorMessage != nil)) {
      Button("OK") { errorMessage = nil }
    } message: {
      Text(errorMessage ?? "")
    }
  }

  private func loadTickets() async {
    isLoading = true
    defer { isLoading = false }

    do {
      tickets = try await APIClient.shared.getTickets()
      errorMessage = nil
    } catch {
      errorMessage = "Failed to load tickets: \(error.localizedDescription)"
    }
  }
}
