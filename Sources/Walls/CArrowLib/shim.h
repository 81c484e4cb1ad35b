#pragma once
/* Only carries the compiler and linker flags of `arrow.pc`; CArrow includes the headers. */
