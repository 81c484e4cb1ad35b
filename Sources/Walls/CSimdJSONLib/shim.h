#pragma once
/* Only carries the compiler and linker flags of `simdjson.pc`; CSimdJSON includes the headers. */
