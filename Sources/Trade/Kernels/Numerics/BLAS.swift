import COpenBLAS

/// The matrix products of OpenBLAS, over spans, and its process-wide settings.
///
/// OpenBLAS is loaded at the first product or setting; if it cannot be loaded, that call ends the
/// process with the reason. Its two files are the only ones that import `COpenBLAS`; lengths and
/// the 32-bit limits of its interface are checked here, once.
public enum BLAS {
  /// The library's version and build options, such as `OpenBLAS 0.3.21 DYNAMIC_ARCH …`, or the
  /// reason why it cannot be loaded.
  public static var configuration: String {
    // Safety: the wall returns C strings in static storage.
    if let reason = rb_blas_failure() { return "not loaded: \(String(cString: reason))" }
    return String(cString: rb_blas_configuration())
  }

  /// The name of the processor kernels the library chose, such as `SkylakeX`; empty without it.
  public static var coreName: String {
    // Safety: OpenBLAS returns a C string in static storage.
    rb_blas_failure() == nil ? String(cString: rb_blas_core()) : ""
  }

  /// The number of threads one product may use: 1 until ``useThreads(_:)`` allows more.
  public static var threadCount: Int { rb_blas_failure() == nil ? Int(rb_blas_threads()) : 0 }

  /// Sets the number of threads one product may use, for the whole process.
  ///
  /// A caller that runs products on several threads of its own sets 1 first: the two kinds of
  /// threads must not be nested.
  ///
  /// - Parameter count: At least 1; OpenBLAS lowers it to the maximum it was built for.
  public static func useThreads(_ count: Int) {
    precondition(count > 0, "OpenBLAS needs at least one thread")
    load()
    // Setting a number, even the same one, starts threads that were ended.
    guard count != threadCount else { return }
    rb_blas_set_threads(Int32(clamping: count))
  }

  /// Loads the library, or ends the process with the reason.
  static func load() {
    guard let reason = rb_blas_failure() else { return }
    // Safety: the wall returns a C string in static storage.
    fatalError("found no OpenBLAS (\(String(cString: reason))); install libopenblas")
  }
}
