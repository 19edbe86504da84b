import { composeLate } from './compose-late.ts';

/** The worker's second file: hands its one function to the first, which runs in the same scope. */
Object.assign(globalThis, { condorLate: composeLate });
