#pragma once
/* OpenBLAS's own cblas.h also declares openblas_get_config, _get_corename, _set_num_threads. */
#include <cblas.h>
