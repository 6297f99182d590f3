package dev.certosina.cli.bench;

/// One engine on fixed inputs.
///
/// @param call runs it once
public record Contender(String name, Runnable call) {}
