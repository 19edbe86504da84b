/**
 * Thrown for ceremony bytes that the protocol doesn't allow. The reason is for tests and metrics;
 * clients receive only `AUTH_FAILED`.
 */
export class Malformed extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'Malformed';
  }
}

/**
 * Throws if a condition of the protocol is false.
 * @throws Malformed
 */
export function ensure(condition: boolean, reason: string): asserts condition {
  if (!condition) throw new Malformed(reason);
}
