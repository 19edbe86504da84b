import { String as Text, type TUnsafe, Unsafe } from 'typebox';

/** Returns the schema of a list of words of letters, digits, blanks and hyphens. */
export function oneOf<Word extends string>(words: readonly Word[]): TUnsafe<Word> {
  return Unsafe<Word>(Text({ pattern: `^(?:${words.join('|')})$` }));
}
