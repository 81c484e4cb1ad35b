import Dispatch
import Synchronization

/// Syncs files to disk and computes their checksums, several at a time.
struct SealedFiles {
  let sums: [String: (hex: String, bytes: Int)]

  init(store: String, files: [String], threads: Int) throws(StoreError) {
    let state = Mutex((sums: [String: (hex: String, bytes: Int)](), failure: StoreError?.none))
    let next = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: max(1, min(threads, files.count))) { _ in
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < files.count else { return }
        do throws(StoreError) {
          let path = store + "/" + files[index]
          let sum = try Checksum.ofFile(path)
          try DurableFile.sync(path)
          state.withLock { $0.sums[files[index]] = sum }
        } catch {
          state.withLock { $0.failure = error }
        }
      }
    }
    let (sums, failure) = state.withLock { ($0.sums, $0.failure) }
    if let failure { throw failure }
    self.sums = sums
  }
}
