#pragma once
#define STEP 3
