#pragma once
/*
 * A C wall around OpenBLAS, which is loaded at the first call: a command that multiplies nothing
 * has neither its thousands of symbols to bind nor its threads to start and end.
 *
 * Once loaded, it uses one thread until rb_blas_set_threads allows more.
 */
#ifdef __cplusplus
extern "C" {
#endif

/* The reason why the library cannot be loaded, so that no other call is allowed; null if it can. */
const char *rb_blas_failure(void);

/* The build's version and options, and the kernels chosen for this processor; static storage. */
const char *rb_blas_configuration(void);
const char *rb_blas_core(void);

/* The number of threads that one product may use. Setting it, even to the same, starts them. */
int rb_blas_threads(void);
void rb_blas_set_threads(int count);

/* product = left · right, all row-major without gaps: [rows × inner] · [inner × columns]. */
void rb_blas_dgemm(double *product, const double *left, const double *right, int rows, int inner,
                   int columns);

/* product = matrix · vector: [rows × columns], row-major without gaps, by [columns]. */
void rb_blas_dgemv(double *product, const double *matrix, const double *vector, int rows,
                   int columns);

#ifdef __cplusplus
}
#endif
