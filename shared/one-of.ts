import { String as Text, type TUnsafe, Unsafe } from 'typebox';

/** Schema of one of a list of words, which have letters, digits, blanks and hyphens only. */
export function oneOf<Word extends string>(words: readonly Word[]): TUnsafe<Word> {
  return Unsafe<Word>(Text({ pattern: `^(?:${words.join('|')})$` }));
}
