/** Words that the user types to show that the phrase is written down. */
const ASKED = 3;

export interface AskedWord {
  /** The word's place in the phrase, 1 for the first. */
  readonly place: number;
  readonly word: string;
}

/**
 * Picks three places of a phrase, in their order.
 * @param random from 0 to below 1; the choice of words isn't secret.
 */
export function wordsToAsk(words: readonly string[], random: () => number): AskedWord[] {
  const places = words.map((word, i) => ({ place: i + 1, word }));
  const asked: AskedWord[] = [];
  while (asked.length < ASKED && places.length > 0) {
    asked.push(...places.splice(Math.floor(random() * places.length), 1));
  }
  return asked.sort((a, b) => a.place - b.place);
}

/** True when every asked word was typed; capitals and blanks around it don't count. */
export function isAnswered(asked: readonly AskedWord[], answers: readonly string[]): boolean {
  return asked.every(({ word }, i) => answers[i]?.trim().toLowerCase() === word);
}
