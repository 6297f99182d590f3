package dev.certosina.cli.demo;

import java.util.List;

/// Texts of very different lengths about two or three things, so that their similarities can be
/// judged by eye.
public final class DemoSentences {
  private DemoSentences() {}

  /// In the order in which they are encoded: lengths go up and down.
  public static final List<String> ALL =
      List.of(
          "The cat sleeps.",
          """
          Flour, water, salt and time are all it takes: mix them, let the dough rest until it has \
          doubled, fold it gently, shape a loaf, and bake it in a very hot oven until the crust is \
          dark and the loaf sounds hollow when you knock on it.\
          """,
          "A kitten is napping on the sofa.",
          """
          The train to Pavia leaves from platform four at ten past nine, stops twice on the way \
          and takes half an hour; those who want to see the monastery get off one station \
          earlier and walk along the canal for a quarter of an hour, or take the bus that waits in \
          front of the station. The monks who built it laid its choir stalls with thousands of \
          small pieces of wood, bone and metal, cut beforehand and fitted into star-shaped \
          patterns without a gap. The work took them years. Visitors usually look at the marble of \
          the facade first and find the wood later, in the half dark of the choir, when a guide \
          switches on a lamp and the pattern begins to glow. There is a small shop at the exit \
          that sells honey, rice and a green liqueur, and a bench in the shade of a plane tree \
          where one can wait for the bus back to the station. In summer the last train leaves a \
          little before midnight, in winter at nine, and on Sundays there are fewer of them, so it \
          is wise to look at the timetable before setting out and to buy the ticket for the way \
          back together with the first one.\
          """,
          "How do I bake bread?",
          "Which train goes to the monastery?",
          """
          An old tabby that belongs to nobody in particular has chosen the warm place behind the \
          bakery's oven and dozes there from morning to night.\
          """);
}
