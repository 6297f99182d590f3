package dev.certosina.compiler.kernel;

import dev.certosina.ElementType;
import dev.certosina.InternalCompilerException;
import java.util.List;

/// The numbers that [VectorMath] needs for one float type.
///
/// Polynomials are minimax fits, lowest power first, in the basis and range that the component
/// says; their errors are relative and leave out rounding.
///
/// @param bits the unsigned integer type of the same width
/// @param fractionBits stored bits of the significand
/// @param bias of the exponent
/// @param expHighest any operand above gives infinity
/// @param expLowest any operand below gives 0
/// @param exp `(e^r - 1 - r) / r²` in r, for |r| up to ln 2 / 2
/// @param ln2 the nearest value to ln 2, and the rest
/// @param ln2Short ln 2 with so few bits that its product with an exponent is exact, and the rest
/// @param sqrtHalfBits the bits of √½
/// @param log `(log((1+s)/(1-s)) - 2s) / s³` in s², for m = (1+s)/(1-s) from √½ to √2
/// @param tanhSmall `(tanh(x)/x - 1) / x²` in x², for |x| up to [VectorMath#TANH_SPLIT]
/// @param erfSmall `erf(x)/x - 1` in x², for |x| up to [VectorMath#ERF_SPLIT]
/// @param erfLarge the eighth root of `1 - erf(x)` in x - erfCentre, for x up to erfLimit
/// @param erfCentre subtracted from x without rounding
/// @param erfLimit from here on, erf is 1
record FloatFormat(
    ElementType element,
    ElementType bits,
    int fractionBits,
    int bias,
    double expHighest,
    double expLowest,
    List<Double> exp,
    List<Double> ln2,
    List<Double> ln2Short,
    long sqrtHalfBits,
    List<Double> log,
    List<Double> tanhSmall,
    List<Double> erfSmall,
    List<Double> erfLarge,
    double erfCentre,
    double erfLimit) {

  static final FloatFormat FLOAT32 =
      new FloatFormat(
          ElementType.FLOAT32,
          ElementType.UINT32,
          23,
          127,
          89,
          -104,
          // 3e-9
          List.of(
              0.4999999403953552,
              0.16666516661643982,
              0.04166810214519501,
              0.008369178511202335,
              0.0013838446466252208),
          List.of(0.6931471824645996, -1.9046542121259336e-09),
          List.of(0.693145751953125, 1.428606765330187e-06),
          0x3f3504f3L,
          // 2e-11
          List.of(0.6666666269302368, 0.40000972151756287, 0.2849879562854767, 0.24278892576694489),
          // 5e-9
          List.of(
              -0.3333328664302826,
              0.1333152949810028,
              -0.05374516174197197,
              0.020653018727898598,
              -0.005717537831515074),
          // 1.5e-8
          List.of(
              0.12837915122509003,
              -0.3761253356933594,
              0.11282646656036377,
              -0.026818878948688507,
              0.00512936944141984,
              -0.0007549406145699322,
              6.495472189271823e-05),
          // 4e-9 of erf
          List.of(
              1.0013586282730103,
              -0.1469527631998062,
              -0.05862777307629585,
              -0.013541280291974545,
              0.013852518051862717,
              -0.0026768541429191828,
              0.00016874840366654098),
          0,
          4);

  static final FloatFormat FLOAT64 =
      new FloatFormat(
          ElementType.FLOAT64,
          ElementType.UINT64,
          52,
          1023,
          710,
          -746,
          // 7e-19
          List.of(
              0.5,
              0.16666666666666669,
              0.041666666666666685,
              0.00833333333333169,
              0.001388888888887241,
              0.00019841269846336407,
              2.4801587352633474e-05,
              2.7557312159154897e-06,
              2.755724736513401e-07,
              2.5056608665379037e-08,
              2.092519402227108e-09,
              1.5055260229035397e-10),
          List.of(0.6931471805599453, 2.3190468138462996e-17),
          List.of(0x1.62e42fefap-1, 0x1.cf79abc9e3b3ap-40),
          0x3fe6a09e667f3bcdL,
          // 9e-21
          List.of(
              0.6666666666666666,
              0.40000000000004937,
              0.2857142856940412,
              0.22222222608302522,
              0.18181778232503346,
              0.15386994751389912,
              0.13252005897320301,
              0.13236135900195034),
          // 1.3e-17
          List.of(
              -0.33333333333333215,
              0.1333333333329653,
              -0.053968253943653025,
              0.021869487807098038,
              -0.008863223552366723,
              0.00359200693537078,
              -0.0014550391271920967,
              0.0005865513077319841,
              -0.00022899341140460367,
              7.759010628974562e-05,
              -1.6273330622039913e-05),
          // 2e-17
          List.of(
              0.12837916709551256,
              -0.37612638903183404,
              0.11283791670942069,
              -0.026866170643253837,
              0.005223977611297355,
              -0.0008548326377251445,
              0.00012055313672947028,
              -1.4925257524554233e-05,
              1.6456570068692562e-06,
              -1.6311429885157096e-07,
              1.4440923779353657e-08,
              -1.065795811650907e-09,
              4.9256379893148186e-11),
          // 4e-18 of erf
          List.of(
              0.261833786228652,
              -0.2063169619805662,
              0.04995093773443593,
              0.0030980364260374737,
              -0.0034115553135677826,
              0.0003256082670332442,
              0.00010421865055798618,
              -2.3491882312243292e-05,
              -8.680069662078938e-07,
              6.988586766476922e-07,
              -2.9813379790133114e-08,
              -1.353633975995929e-08,
              1.36421641678797e-09,
              2.1689470282062309e-10,
              -3.621821277269657e-11,
              -1.0172361385976093e-12,
              -4.236697566369676e-13,
              -1.634275003884585e-13),
          3,
          6);

  /// The numbers for f32 or f64.
  static FloatFormat of(ElementType element) {
    if (element == ElementType.FLOAT32) {
      return FLOAT32;
    }
    if (element == ElementType.FLOAT64) {
      return FLOAT64;
    }
    throw new InternalCompilerException(
        "vector function: operand of type " + element + ", needed f32 or f64");
  }
}
