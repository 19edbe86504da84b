/** Node's flags of `npm run server` (package.json), which keep its memory small. */
export const SERVER_FLAGS = ['--max-semi-space-size=4', '--heap-growing-percent=15'] as const;
