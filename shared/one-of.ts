import * as Type from './schema.ts';

/** Returns the schema of these words of letters, digits, blanks, hyphens and underscores. */
export function oneOf<Word extends string>(words: readonly Word[]): Type.TUnsafe<Word> {
  return Type.Unsafe<Word>(Type.String({ pattern: `^(?:${words.join('|')})$` }));
}
