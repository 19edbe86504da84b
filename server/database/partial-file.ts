/**
 * Returns an error that names a file instead of its temporary name, which a user doesn't know. Other
 * errors stay as they are.
 */
export function withoutPartialName(error: unknown, partial: string, file: string): unknown {
  if (!(error instanceof Error)) return error;
  // The stack repeats the message.
  const { stack } = error;
  error.message = error.message.replaceAll(partial, file);
  if (stack !== undefined) error.stack = stack.replaceAll(partial, file);
  return error;
}
