// Keeps a second name of each file that is removed below KEEP_FROM, in the folder KEEP_IN: so that
// files of tests can be searched after they are gone. To be preloaded.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_int kept;

static void keep(int folder, const char *path) {
  const char *in = getenv("KEEP_IN"), *from = getenv("KEEP_FROM");
  if (!in || !from || (folder == AT_FDCWD && path[0] == '/' && strncmp(path, from, strlen(from)))) return;
  char name[4096];
  snprintf(name, sizeof name, "%s/%d-%d", in, getpid(), atomic_fetch_add(&kept, 1));
  // Nothing is kept of a folder, and of a file on another file system.
  (void)!linkat(folder, path, AT_FDCWD, name, 0);
}

int unlink(const char *path) {
  keep(AT_FDCWD, path);
  return ((int (*)(const char *))dlsym(RTLD_NEXT, "unlink"))(path);
}

int remove(const char *path) {
  keep(AT_FDCWD, path);
  return ((int (*)(const char *))dlsym(RTLD_NEXT, "remove"))(path);
}

int unlinkat(int folder, const char *path, int flags) {
  if (!(flags & AT_REMOVEDIR)) keep(folder, path);
  return ((int (*)(int, const char *, int))dlsym(RTLD_NEXT, "unlinkat"))(folder, path, flags);
}

int rename(const char *old, const char *path) {
  keep(AT_FDCWD, path);
  return ((int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename"))(old, path);
}
