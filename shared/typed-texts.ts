import type { Texts } from './texts.ts';

type Value = string | number;

/** The texts library's generated entry for each key. */
interface Features {
  readonly plural: boolean;
  /** Number of values that the text takes as `$1` to `$9`. */
  readonly substitutions: number;
  /** Names of the values that the text takes as `{name}`. */
  readonly namedSubstitutions?: readonly string[];
}

type Values<Text extends Features> = Text extends {
  namedSubstitutions: readonly (infer Name extends string)[];
}
  ? [values: Readonly<Record<Name, Value>>]
  : Text extends { substitutions: 0 }
    ? []
    : Text extends { plural: true }
      ? [values?: readonly Value[]]
      : [values: readonly Value[]];

/** Arguments of `t` after a text's key: a plural's number, then the values. */
export type TextArguments<Text extends Features> = Text extends { plural: true }
  ? [count: number, ...Values<Text>]
  : Values<Text>;

/**
 * Checks keys and arguments like the library's own type, but with simpler overloads. The compiler
 * takes ninety seconds for the library's overloads.
 */
export interface TypedTexts<Keys extends { readonly [Key in keyof Keys]: Features }>
  extends Pick<Texts, 'read'> {
  t<Key extends keyof Keys & string>(key: Key, ...rest: TextArguments<Keys[Key]>): string;
}
