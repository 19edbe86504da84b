import { isPrivateHost } from '../../../shared/private-hosts.ts';

/** Returns the hosts in the user's own network, each once: a site makes the wallet talk to them. */
export function privateHosts(urls: readonly string[]): readonly string[] {
  return [...new Set(urls.map((url) => new URL(url).hostname).filter(isPrivateHost))];
}
