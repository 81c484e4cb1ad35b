#include "include/copenblas.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

// The values of cblas.h, which are part of its binary interface.
enum { row_major = 101, not_transposed = 111 };

static const char *const names[] = {
#ifdef __APPLE__
    "/opt/homebrew/opt/openblas/lib/libopenblas.dylib",
    "/usr/local/opt/openblas/lib/libopenblas.dylib",
    "libopenblas.dylib",
#else
    "libopenblas.so.0",
    "libopenblas.so",
#endif
};

static struct {
  char *(*configuration)(void);
  char *(*core)(void);
  int (*threads)(void);
  void (*set_threads)(int count);
  void (*dgemm)(int order, int left_form, int right_form, int rows, int columns, int inner, double alpha,
                const double *left, int left_stride, const double *right, int right_stride, double beta,
                double *product, int product_stride);
  void (*dgemv)(int order, int form, int rows, int columns, double alpha, const double *matrix, int stride,
                const double *vector, int vector_step, double beta, double *product, int product_step);
} blas;

static char failure[512];

static void *opened(void) {
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    void *library = dlopen(names[i], RTLD_LAZY | RTLD_LOCAL);
    if (library) {
      failure[0] = 0;
      return library;
    }
    if (i == 0) snprintf(failure, sizeof failure, "%s", dlerror());
  }
  return NULL;
}

static void *symbol(void *library, const char *name) {
  void *found = dlsym(library, name);
  if (!found && !failure[0]) snprintf(failure, sizeof failure, "the library has no function %s", name);
  return found;
}

static void load(void) {
  void *library = opened();
  if (!library) return;
  blas.configuration = (char *(*)(void))symbol(library, "openblas_get_config");
  blas.core = (char *(*)(void))symbol(library, "openblas_get_corename");
  blas.threads = (int (*)(void))symbol(library, "openblas_get_num_threads");
  blas.set_threads = (void (*)(int))symbol(library, "openblas_set_num_threads");
  blas.dgemm = symbol(library, "cblas_dgemm");
  blas.dgemv = symbol(library, "cblas_dgemv");
  if (failure[0]) return;
  // Its threads, one for each core but one, poll for work for 2²⁶ ticks of the processor's clock;
  // as long as they run, each change of the process' mappings interrupts them.
  // The shared library of Linux exports the function that ends them, though no header has it. A
  // build without threads has none.
  blas.set_threads(1);
  int (*end_threads)(void) = (int (*)(void))dlsym(library, "blas_thread_shutdown_");
  if (end_threads) end_threads();
}

const char *rb_blas_failure(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return failure[0] ? failure : NULL;
}

const char *rb_blas_configuration(void) { return blas.configuration(); }

const char *rb_blas_core(void) { return blas.core(); }

int rb_blas_threads(void) { return blas.threads(); }

void rb_blas_set_threads(int count) { blas.set_threads(count); }

void rb_blas_dgemm(double *product, const double *left, const double *right, int rows, int inner, int columns) {
  blas.dgemm(row_major, not_transposed, not_transposed, rows, columns, inner, 1, left, inner, right, columns, 0,
             product, columns);
}

void rb_blas_dgemv(double *product, const double *matrix, const double *vector, int rows, int columns) {
  blas.dgemv(row_major, not_transposed, rows, columns, 1, matrix, columns, vector, 1, 0, product, 1);
}
