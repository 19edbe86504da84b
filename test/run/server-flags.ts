/** Node's flags in `npm run server` (package.json), which keep the server's memory small. */
export const SERVER_FLAGS = ['--max-semi-space-size=4', '--heap-growing-percent=15'] as const;
