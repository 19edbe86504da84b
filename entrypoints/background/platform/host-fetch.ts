import { hasHostName } from '../../../shared/hosts.ts';
import type { Fetch } from '../../../shared/ports.ts';

/** Fetches only addresses whose host is a host name. Rejects any other with `TypeError`. */
export function hostFetch(fetch: Fetch): Fetch {
  return async (url, init) => {
    if (!hasHostName(url)) throw new TypeError('The address has no host name.');
    return fetch(url, init);
  };
}
