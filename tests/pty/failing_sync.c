/* Preloaded: every sync of a file fails while the file named by FAIL_SYNC exists, and does not return while the one named
   by HANG_SYNC does. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static int is_there(const char *name) {
    const char *flag = getenv(name);
    return flag != NULL && access(flag, F_OK) == 0;
}

static int sync_by(const char *function, int descriptor) {
    while (is_there("HANG_SYNC")) usleep(5000);
    if (is_there("FAIL_SYNC")) { errno = EIO; return -1; }
    return ((int (*)(int))dlsym(RTLD_NEXT, function))(descriptor);
}

int fsync(int descriptor) { return sync_by("fsync", descriptor); }

int fdatasync(int descriptor) { return sync_by("fdatasync", descriptor); }
