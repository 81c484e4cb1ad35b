import CKernels
import COpenBLAS

/// The matrix products of OpenBLAS, over spans, and its process-wide settings.
///
/// Its two files are the only ones that import `COpenBLAS`; lengths and the 32-bit limits of its
/// interface are checked here, once.
public enum BLAS {
  /// The library's version and build options, such as `OpenBLAS 0.3.21 DYNAMIC_ARCH …`.
  public static var configuration: String {
    // Safety: OpenBLAS returns a C string in static storage.
    openblas_get_config().map { String(cString: $0) } ?? ""
  }

  /// The name of the processor kernels the library chose, such as `SkylakeX`.
  public static var coreName: String {
    // Safety: OpenBLAS returns a C string in static storage.
    openblas_get_corename().map { String(cString: $0) } ?? ""
  }

  /// The number of threads one product may use.
  public static var threadCount: Int { Int(openblas_get_num_threads()) }

  /// Sets the number of threads one product may use, for the whole process.
  ///
  /// A caller that runs products on several threads of its own sets 1 first: the two kinds of
  /// threads must not be nested.
  ///
  /// - Parameter count: At least 1; OpenBLAS lowers it to the maximum it was built for.
  public static func useThreads(_ count: Int) {
    precondition(count > 0, "OpenBLAS needs at least one thread")
    // To set a number, even the same one, starts threads that were ended.
    guard count != threadCount else { return }
    openblas_set_num_threads(Int32(clamping: count))
  }

  /// Ends the threads that OpenBLAS starts when it is loaded, one for each core but one.
  ///
  /// They ask for work without a pause for 2²⁶ ticks of the processor's clock, and as long as they
  /// run each change of the process' mappings interrupts them. A program that computes products on
  /// threads of its own calls this first, and never while a product is being computed. Products may
  /// use one thread afterwards, until ``useThreads(_:)`` allows more.
  public static func endThreads() {
    openblas_set_num_threads(1)
    rb_end_blas_threads()
  }
}
