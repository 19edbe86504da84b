import { CondorError } from '../../../shared/errors.ts';
import { hasHostName, isHostName } from '../../../shared/hosts.ts';
import type { WarningCode } from '../../../shared/messages/snapshot.ts';

export type Outgoing = ReturnType<typeof createOutgoing>;

/** Reasons for contacting an address; each part of the wallet sets its own. */
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
   * The browser keeps the former rules, because stored addresses are read one by one at the start.
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
      // The wallet works without the list and shows a warning.
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

    /** Starts updating the browser's rules on each change, once all stored addresses are known. */
    begin(): Promise<void> {
      hasBegun = true;
      queue = queue.then(apply);
      return queue;
    },

    /** Set while the browser hasn't accepted the list. */
    problem: (): WarningCode | undefined => (hasFailed ? 'outgoingUnblocked' : undefined),
  };
}

/** Returns scheme, host and port in lower case; empty for other kinds of addresses. */
function originOf(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { protocol, host, hostname } = new URL(address);
  // The browser would read `*` in a rule as a wildcard.
  if (!isHostName(hostname)) return [];
  return /^(?:https?|wss?):$/.test(protocol) ? [`${protocol}//${host}`] : [];
}

class AddressError extends CondorError<'badAddress'> {}

/** Throws for an address whose host isn't a host name. Skips empty addresses. */
export function checkHosts(addresses: readonly string[]): void {
  if (addresses.every((address) => address === '' || hasHostName(address.trim()))) return;
  throw new AddressError('badAddress', 'The host is not a host name.');
}
