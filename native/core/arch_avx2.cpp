// The core compiled for processors with AVX2, BMI and POPCNT.
#include "arch_board.h"
