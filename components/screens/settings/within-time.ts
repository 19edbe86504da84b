/** Why something was given up before it answered. */
export type GivenUp = 'cancelled' | 'late';

/**
 * What a promise answers, unless it takes longer than `ms` milliseconds or the signal aborts first:
 * then why it was given up. The work itself goes on, and nobody reads its answer.
 *
 * @throws what the promise throws in time
 */
export async function withinTime<Answer>(
  work: Promise<Answer>,
  ms: number,
  cancelled: AbortSignal,
): Promise<{ readonly answer: Answer } | { readonly givenUp: GivenUp }> {
  const late = AbortSignal.timeout(ms);
  return new Promise((resolve, reject) => {
    cancelled.addEventListener('abort', () => resolve({ givenUp: 'cancelled' }), { once: true });
    late.addEventListener('abort', () => resolve({ givenUp: 'late' }), { once: true });
    if (cancelled.aborted) resolve({ givenUp: 'cancelled' });
    work.then((answer) => resolve({ answer }), reject);
  });
}
