import { hasHostName } from '../../../shared/hosts.ts';
import type { Fetch } from '../../../shared/ports.ts';

/** Fetches addresses with a plain host name only. Rejects other addresses with `TypeError`. */
export function hostFetch(fetch: Fetch): Fetch {
  return async (url, init) => {
    if (!hasHostName(url)) throw new TypeError('The address has no host name.');
    return fetch(url, init);
  };
}
