import type { Fetch } from '../../shared/ports.ts';

/** A fetch whose requests all end when `signal` says so, besides what ends each by itself. */
export function abortable(fetch: Fetch, signal: AbortSignal): Fetch {
  return (url, init = {}) =>
    fetch(url, {
      ...init,
      signal: init.signal === undefined ? signal : AbortSignal.any([init.signal, signal]),
    });
}
