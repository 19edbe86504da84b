type Value = string | number;

/** Entry that the texts module generates for each key. */
interface Features {
  readonly plural: boolean;
  /** How many values the text takes as `$1` to `$9`. */
  readonly substitutions: number;
  /** Names of the values that it takes as `{name}`. */
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

/** Arguments of `t` after a text's key: the number that decides on the plural, then the values. */
export type TextArguments<Text extends Features> = Text extends { plural: true }
  ? [count: number, ...Values<Text>]
  : Values<Text>;

/** Checks what the module’s own type checks, whose overloads cost the compiler a minute and a half. */
export interface TypedTexts<Texts extends { readonly [Key in keyof Texts]: Features }> {
  t<Key extends keyof Texts & string>(key: Key, ...rest: TextArguments<Texts[Key]>): string;
}
