/**
 * Base of all errors that cross a module boundary. `code` is from the closed union of its noun;
 * `message` is a fixed sentence without input or secrets, or the code; `details` are JSON-safe facts
 * that may be shown.
 */
export class CondorError<Code extends string = string> extends Error {
  readonly code: Code;
  readonly details: Readonly<Record<string, string | number | boolean>>;

  constructor(
    code: Code,
    message: string = code,
    options: { cause?: unknown; details?: Record<string, string | number | boolean> } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'CondorError';
    this.code = code;
    this.details = Object.freeze({ ...options.details });
  }
}

/**
 * Returns true for a `CondorError` with this code, also across bundles (it checks the shape, not
 * the class).
 */
export function hasCode<Code extends string>(error: unknown, code: Code): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
