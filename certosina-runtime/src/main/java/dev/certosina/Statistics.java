package dev.certosina;

/// What a model and its sessions have done since loading.
///
/// @param runs finished or failed
/// @param planHits runs whose dims had a plan in the cache
/// @param planMisses runs whose dims had to be bound
/// @param planEvictions plans that made room for others
/// @param bindNanos time spent binding dims
/// @param compilations how often machine code was generated in this process since the model was
///   loaded; running a model adds none
/// @param nativeBytes native memory in use: code, weights and the contexts of all sessions
public record Statistics(
    long runs,
    long planHits,
    long planMisses,
    long planEvictions,
    long bindNanos,
    long compilations,
    long nativeBytes) {}
