#pragma once
/* Only carries the compiler and linker flags of `libcurl.pc`; CCurl includes the header. */
