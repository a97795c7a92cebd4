// Board and search compiled for processors with AVX2, BMI and POPCNT.
#include "dispatch/exports.h"
