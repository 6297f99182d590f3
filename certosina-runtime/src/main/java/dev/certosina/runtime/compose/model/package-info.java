/// What micro-kernels cost on a machine: measured curves, their fits, and the files they lie in.
///
/// The unit of measurement is one call of a micro-kernel: `rows` rows of the left operand times one
/// packed panel of `columns` columns, over a reduction of `k` steps. Where the operands lie decides
/// what a step costs, so a [dev.certosina.runtime.compose.model.KernelModel] has one curve for each
/// [dev.certosina.runtime.compose.model.Residency]. A curve is two straight pieces over `k`: the
/// first begins with the cost of the call itself, the second is steeper where the operands no
/// longer fit. Everything above one call is computed, never measured.
@NullMarked
package dev.certosina.runtime.compose.model;

import org.jspecify.annotations.NullMarked;
