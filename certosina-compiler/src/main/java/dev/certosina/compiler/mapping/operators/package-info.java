/// The fifteen operators on which AMOS (ISCA 2022) was evaluated, with the configurations of its
/// released benchmark scripts.
///
/// Every operator has a main [dev.certosina.compiler.texpr.Computation], which is what gets mapped,
/// and a whole [dev.certosina.compiler.texpr.TensorProgram]: what comes before the main
/// computation, and then that. Only three differ:
///
/// - `t2d` reads `P`, the image with `stride - 1` zeros between neighbours and with padding; the
///   program makes it of the image `I`. Its weights are `W[c,k,r,s]` with `c` the input channel,
///   and the result is `O[n,k,y] = sum of I[n,c,i] * W[c,k,r]` over `i*stride + r - pad = y`.
/// - `var` reads `D = (X - mean)^2`; the program computes the mean of each channel and `D` of the
///   image `I`. `men` and `var` multiply by a column `V` whose elements are `1 / (N*H*W)`. They see
///   the image as a matrix of channels and everything else.
/// - `scn` multiplies by the triangle `T[k,n] = k <= n ? 1 : 0`.
///
/// Known ahead of time (constants) are: the matrix of `gmv`, the right matrix of `gmm`, the weights
/// of convolutions and of `gfc`, `V` and `T`; not the weights of `bcv`, which differ by sample.
@NullMarked
package dev.certosina.compiler.mapping.operators;

import org.jspecify.annotations.NullMarked;
