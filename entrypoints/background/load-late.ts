import type { composeLate } from './compose-late.ts';

const FILE = 'late.js';

/** What is there in a service worker; Firefox runs both files as scripts of one page. */
type Scope = typeof globalThis & {
  importScripts?: (file: string) => void;
  condorLate?: typeof composeLate;
};

/**
 * A service worker may read a second file at any time if it has read it once while it was installed.
 * To be called in the worker's first turn.
 */
export function keepLate(): void {
  const scope: Scope = globalThis;
  scope.addEventListener('install', (event) => {
    try {
      scope.importScripts?.(FILE);
    } catch (cause) {
      // An installation without the file has to fail: nothing could bring it back later.
      if ('waitUntil' in event && typeof event.waitUntil === 'function') {
        event.waitUntil(Promise.reject(cause));
      }
    }
  });
}

/** The worker's second file, read at the first call. Throws when the browser has lost it. */
export function loadLate(): typeof composeLate {
  const scope: Scope = globalThis;
  if (scope.condorLate === undefined) scope.importScripts?.(FILE);
  if (scope.condorLate === undefined) throw new Error(`${FILE} is missing`);
  return scope.condorLate;
}
