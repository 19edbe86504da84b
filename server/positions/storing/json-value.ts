/** Replacer for `JSON.stringify`: bigints become decimal texts. */
export function toJsonValue(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
