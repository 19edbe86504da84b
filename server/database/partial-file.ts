/**
 * Returns an error with a file's name instead of its temporary name, which a user doesn't know.
 * Returns other errors unchanged.
 */
export function withoutPartialName(error: unknown, partial: string, file: string): unknown {
  if (!(error instanceof Error)) return error;
  // The stack contains the message.
  const { stack } = error;
  error.message = error.message.replaceAll(partial, file);
  if (stack !== undefined) error.stack = stack.replaceAll(partial, file);
  return error;
}
