/**
 * Bytes of a ceremony that are not what the protocol allows. The reason is for tests and metrics;
 * clients learn only `AUTH_FAILED`.
 */
export class Malformed extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'Malformed';
  }
}

/** Goes on only when the protocol's condition holds. */
export function demand(condition: boolean, reason: string): asserts condition {
  if (!condition) throw new Malformed(reason);
}
