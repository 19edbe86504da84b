/** Number of words that the user types to prove that the phrase is written down. */
const ASKED = 3;

export interface AskedWord {
  /** Position of the word in the phrase, from 1. */
  readonly place: number;
  readonly word: string;
}

/**
 * Picks three positions of a phrase, in order.
 * @param random number from 0 to below 1; doesn't need to be secret
 */
export function wordsToAsk(words: readonly string[], random: () => number): AskedWord[] {
  const places = words.map((word, i) => ({ place: i + 1, word }));
  const asked: AskedWord[] = [];
  while (asked.length < ASKED && places.length > 0) {
    asked.push(...places.splice(Math.floor(random() * places.length), 1));
  }
  return asked.sort((a, b) => a.place - b.place);
}

/** Returns true when every requested word was typed; case and surrounding spaces are ignored. */
export function isAnswered(asked: readonly AskedWord[], answers: readonly string[]): boolean {
  return asked.every(({ word }, i) => answers[i]?.trim().toLowerCase() === word);
}
