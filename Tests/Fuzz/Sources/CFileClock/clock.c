#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// Replaces the C library's function. Readers wait until the file system's clock has passed the
// time of a file's last change. A target that writes a file for each input and reads it at once
// would do little else, so here that clock is a second ahead.
int clock_gettime(clockid_t clock, struct timespec *time) {
  int code = (int)syscall(SYS_clock_gettime, clock, time);
  if (code == 0 && clock == CLOCK_REALTIME_COARSE) time->tv_sec += 1;
  return code;
}
