// Marks what the shared libraries export. They export nothing else, and nothing of nlohmann-json.
#pragma once

#ifndef TONEARM_SHARED
#define TONEARM_EXPORT
#elif !defined(_WIN32)
#define TONEARM_EXPORT __attribute__((visibility("default")))
#elif defined(TONEARM_BUILDING)
#define TONEARM_EXPORT __declspec(dllexport)
#else
#define TONEARM_EXPORT __declspec(dllimport)
#endif
