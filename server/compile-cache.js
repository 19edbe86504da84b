import { enableCompileCache } from 'node:module';

// Preloaded by `npm run server`, in plain JavaScript on purpose: with it Node need not even load its
// TypeScript stripper once the sources are in the cache. The service starts faster and holds a fifth
// less memory. The cache lies beside the packages, never where other users can write; where it
// cannot be written, Node goes on without.
enableCompileCache(new URL('../node_modules/.cache/condor', import.meta.url).pathname);
