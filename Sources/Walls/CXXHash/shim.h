#pragma once
/* Only carries the compiler and linker flags of `libxxhash.pc`; CArrow includes the header. */
