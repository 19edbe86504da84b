/**
 * Base of every error that crosses a module boundary. `code` comes from the closed union of the
 * noun that raises it; `message` is a fixed sentence that holds no input and no secret; `details`
 * are JSON-safe facts that the edge may show.
 */
export class CondorError<Code extends string = string> extends Error {
  readonly code: Code;
  readonly details: Readonly<Record<string, string | number | boolean>>;

  constructor(
    code: Code,
    message: string,
    options: { cause?: unknown; details?: Record<string, string | number | boolean> } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'CondorError';
    this.code = code;
    this.details = Object.freeze({ ...options.details });
  }
}

/** True for a `CondorError` with this code, across bundles (it looks at the shape, not the class). */
export function hasCode<Code extends string>(error: unknown, code: Code): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
