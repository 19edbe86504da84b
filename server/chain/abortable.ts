import type { Fetch } from '../../shared/ports.ts';

/** Returns a fetch whose requests can be aborted by `signal` too. */
export function abortable(fetch: Fetch, signal: AbortSignal): Fetch {
  return (url, init = {}) =>
    fetch(url, {
      ...init,
      signal: init.signal === undefined ? signal : AbortSignal.any([init.signal, signal]),
    });
}
