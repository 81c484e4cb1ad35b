#pragma once
// Compiles a function for several processors; the fastest version that runs is chosen at the start.
// Not under a sanitizer: the choice would call it before it is ready.
#if defined(__x86_64__) && defined(__linux__) && !__has_feature(thread_sanitizer) && \
    !__has_feature(address_sanitizer)
#define CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define CLONES
#endif
