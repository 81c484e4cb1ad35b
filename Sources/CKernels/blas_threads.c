// What OpenBLAS does when it is loaded.
#include "ckernels.h"

#ifdef __linux__
// The shared library of Linux exports it, though no header of OpenBLAS has it; a build without threads has none.
extern int blas_thread_shutdown_(void) __attribute__((weak));
#endif

void rb_end_blas_threads(void) {
#ifdef __linux__
  if (blas_thread_shutdown_) blas_thread_shutdown_();
#endif
}
