/** For `JSON.stringify`: integers of any size become decimal texts. */
export function toJsonValue(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
