#pragma once
/* Only carries the compiler and linker flags of `libcrypto.pc`; CCrypto includes the header. */
