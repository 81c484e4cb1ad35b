// What OpenBLAS does when it is loaded.
#include "ckernels.h"

#include <stddef.h>

// Exported, but in no header of OpenBLAS; a build without threads has none.
extern int blas_thread_shutdown_(void) __attribute__((weak));

void rb_end_blas_threads(void) {
  if (blas_thread_shutdown_ != NULL) blas_thread_shutdown_();
}
