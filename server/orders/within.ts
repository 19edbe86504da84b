/** Returns the work's result, or `otherwise()` if it takes longer. The work isn't cancelled. */
export async function within<T>(
  milliseconds: number,
  work: Promise<T>,
  otherwise: () => T,
): Promise<T> {
  const late = Promise.withResolvers<T>();
  const timer = setTimeout(() => {
    try {
      late.resolve(otherwise());
    } catch (error) {
      late.reject(error);
    }
  }, milliseconds);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
