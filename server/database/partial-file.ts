/**
 * Returns the error with the file's real name instead of its temporary name, which users don't
 * know. Returns other errors unchanged.
 */
export function withoutPartialName(error: unknown, partial: string, file: string): unknown {
  if (!(error instanceof Error)) return error;
  // The stack repeats the message.
  const { stack } = error;
  error.message = error.message.replaceAll(partial, file);
  if (stack !== undefined) error.stack = stack.replaceAll(partial, file);
  return error;
}
