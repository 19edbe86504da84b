import { CondorError } from '../../../shared/errors.ts';
import { hasHostName, isHostName } from '../../../shared/hosts.ts';
import type { WarningCode } from '../../../shared/messages/snapshot.ts';

export type Outgoing = ReturnType<typeof createOutgoing>;

/** Reasons for contacting an address. Each part of the wallet sets the addresses of one reason. */
export type OutgoingReason = 'services' | 'trial' | 'networks' | 'phishingList';

/**
 * Collects the addresses that the user chose, by reason, and passes their origins to the browser's
 * rules. The browser blocks every other request of the extension.
 */
export function createOutgoing(deps: { setRules: (origins: readonly string[]) => Promise<void> }) {
  const chosen = new Map<OutgoingReason, readonly string[]>();
  let applied: string | undefined;
  let hasFailed = false;
  let queue = Promise.resolve();
  /**
   * False during the start, when addresses arrive one by one. While false, the browser keeps its
   * former rules.
   */
  let hasBegun = false;

  async function apply(): Promise<void> {
    const origins = [...new Set([...chosen.values()].flat().flatMap(originOf))].sort();
    const text = origins.join(' ');
    if (applied === text) return;
    try {
      await deps.setRules(origins);
      applied = text;
      hasFailed = false;
    } catch {
      // The wallet works without the rules, and shows a warning.
      hasFailed = true;
    }
  }

  return {
    /** Replaces the addresses of one reason; resolves when the browser allows them. */
    set(reason: OutgoingReason, addresses: readonly string[]): Promise<void> {
      chosen.set(reason, addresses);
      if (hasBegun) queue = queue.then(apply);
      return queue;
    },

    /**
     * Starts to update the browser's rules on each change. Called when all stored addresses are
     * known.
     */
    begin(): Promise<void> {
      hasBegun = true;
      queue = queue.then(apply);
      return queue;
    },

    problem: (): WarningCode | undefined => (hasFailed ? 'outgoingUnblocked' : undefined),
  };
}

/** Returns scheme, host and port in lower case; empty for addresses without a plain host name. */
function originOf(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { protocol, host, hostname } = new URL(address);
  // In a rule, the browser would read `*` as a wildcard.
  if (!isHostName(hostname)) return [];
  return /^(?:https?|wss?):$/.test(protocol) ? [`${protocol}//${host}`] : [];
}

class AddressError extends CondorError<'badAddress'> {}

/** Throws for an address without a plain host name. Skips empty addresses. */
export function checkHosts(addresses: readonly string[]): void {
  if (addresses.every((address) => address === '' || hasHostName(address.trim()))) return;
  throw new AddressError('badAddress');
}
