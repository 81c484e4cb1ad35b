#pragma once
/* Only carries the compiler and linker flags of `xlsxwriter.pc`; CXLSX includes the header. */
