package dev.certosina.compiler.search;

import dev.certosina.compiler.search.Measurer.Measurement;

/// One measurement of one candidate.
///
/// @param candidate its text, see [CandidateText]
public record Trial(String candidate, Measurement measurement) {}
