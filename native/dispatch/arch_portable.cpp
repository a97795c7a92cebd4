// Board and search compiled for any processor.
#define BEESPACE_FORCE_PORTABLE
#include "dispatch/exports.h"
