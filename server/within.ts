/**
 * Returns the work's result, or `otherwise()` if the work takes longer than `milliseconds`. The
 * work isn't cancelled.
 */
export async function within<T>(
  milliseconds: number,
  work: Promise<T>,
  otherwise: () => T,
): Promise<T> {
  const timeout = Promise.withResolvers<T>();
  const timer = setTimeout(() => {
    try {
      timeout.resolve(otherwise());
    } catch (error) {
      timeout.reject(error);
    }
  }, milliseconds);
  try {
    return await Promise.race([work, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}
