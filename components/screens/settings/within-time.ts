/** The reason why a wait ended early. */
export type GivenUp = 'cancelled' | 'late';

/**
 * Resolves with a promise's result, or with a reason once `ms` milliseconds have passed or the
 * signal aborts. After such an early end, the work continues, and its result is ignored.
 * @throws the promise's error
 */
export async function withinTime<Answer>(
  work: Promise<Answer>,
  ms: number,
  cancelled: AbortSignal,
): Promise<{ readonly answer: Answer } | { readonly givenUp: GivenUp }> {
  const timeout = AbortSignal.timeout(ms);
  return new Promise((resolve, reject) => {
    cancelled.addEventListener('abort', () => resolve({ givenUp: 'cancelled' }), { once: true });
    timeout.addEventListener('abort', () => resolve({ givenUp: 'late' }), { once: true });
    if (cancelled.aborted) resolve({ givenUp: 'cancelled' });
    work.then((answer) => resolve({ answer }), reject);
  });
}
