import { isPrivateHost } from '../../../shared/private-hosts.ts';

/** Returns hosts in the user's own network, each once: the site makes the wallet contact them. */
export function privateHosts(urls: readonly string[]): readonly string[] {
  return [...new Set(urls.map((url) => new URL(url).hostname).filter(isPrivateHost))];
}
