/** The form of a code in a text's key: `give buyer` and `give-buyer` become `giveBuyer`. */
export type CodeKey<Code extends string> = Code extends `${infer First} ${infer Rest}`
  ? `${CodeKey<First>}${Capitalize<CodeKey<Rest>>}`
  : Code extends `${infer First}-${infer Rest}`
    ? `${First}${Capitalize<CodeKey<Rest>>}`
    : Code;

/**
 * Converts a stored code to a part of a text's key. The form of stored codes can't change any more.
 */
export function codeKey<Code extends string>(code: Code): CodeKey<Code> {
  return code.replace(/[ -](\w)/g, (_, letter: string) => letter.toUpperCase()) as CodeKey<Code>;
}
