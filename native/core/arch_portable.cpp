// The core compiled for any processor.
#define BEESPACE_FORCE_PORTABLE
#include "arch_board.h"
