#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// In the place of the C library's. A reader waits until the file system's clock has left the moment at which
// a file was written: one that reads a file of its own at once, for each input, would do little else. Here
// that clock is a second ahead.
int clock_gettime(clockid_t clock, struct timespec *time) {
  int code = (int)syscall(SYS_clock_gettime, clock, time);
  if (code == 0 && clock == CLOCK_REALTIME_COARSE) time->tv_sec += 1;
  return code;
}
