/**
 * Asks one after another and resolves with the first answer. Asks the next one when the newest
 * attempt fails, or when `later` resolves first. Rejects with a final error at once, otherwise with
 * the last error.
 */
export function firstAnswer<Answer>(
  attempts: readonly (() => Promise<Answer>)[],
  options: {
    /** Returns true when another attempt wouldn't change the outcome. */
    readonly isFinal: (error: unknown) => boolean;
    /** Resolves when an attempt takes too long. Without it, only one attempt runs at a time. */
    readonly later?: () => Promise<void>;
  },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let started = 0;
    let failed = 0;
    let isOver = false;
    const start = () => {
      const attempt = attempts[started];
      if (attempt === undefined || isOver) return;
      started += 1;
      const number = started;
      const next = () => {
        if (number === started) start();
      };
      attempt().then(
        (answer) => {
          isOver = true;
          resolve(answer);
        },
        (error: unknown) => {
          failed += 1;
          isOver = options.isFinal(error) || failed === attempts.length;
          if (isOver) reject(error);
          else next();
        },
      );
      options.later?.().then(next);
    };
    if (attempts.length === 0) reject(new TypeError('There is no endpoint.'));
    start();
  });
}
