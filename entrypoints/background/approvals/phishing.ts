import { isRecord } from '../../../shared/messages/page.ts';

export interface PhishingList {
  /** Whether the host, or a domain above it, stands on the list and is not excepted. */
  has(host: string): Promise<boolean>;
}

/**
 * The list of `eth-phishing-detect`, bundled and matched on this device: no host that the user
 * visits leaves it. Read when a site first asks for something.
 */
export function createPhishingList(deps: { load: () => Promise<unknown> }): PhishingList {
  let lists: Promise<{ blocked: ReadonlySet<string>; allowed: ReadonlySet<string> }> | undefined;

  async function read() {
    const config = await deps.load();
    const names = (value: unknown) =>
      new Set(Array.isArray(value) ? value.filter((name) => typeof name === 'string') : []);
    return isRecord(config)
      ? { blocked: names(config.blacklist), allowed: names(config.whitelist) }
      : { blocked: new Set<string>(), allowed: new Set<string>() };
  }

  return {
    async has(host) {
      lists ??= read();
      const { blocked, allowed } = await lists;
      const labels = host.toLowerCase().replace(/\.$/, '').split('.');
      const domains = labels.map((_, index) => labels.slice(index).join('.'));
      return (
        domains.some((name) => blocked.has(name)) && !domains.some((name) => allowed.has(name))
      );
    },
  };
}
