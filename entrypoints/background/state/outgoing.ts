import { isHostName } from '../../../shared/hosts.ts';
import type { WarningCode } from '../../../shared/messages/snapshot.ts';

export type Outgoing = ReturnType<typeof createOutgoing>;

/** Why the wallet may talk to an address: each part of the wallet answers for its own. */
export type OutgoingReason = 'services' | 'trial' | 'networks' | 'phishing list';

/**
 * Collects the addresses that the user chose, by reason, and hands their origins to the browser's
 * rules. Every other request of the extension is blocked by the browser itself.
 */
export function createOutgoing(deps: { setRules: (origins: readonly string[]) => Promise<void> }) {
  const chosen = new Map<OutgoingReason, readonly string[]>();
  let applied: string | undefined;
  let hasFailed = false;
  let queue = Promise.resolve();
  /** The browser keeps the rules of before; stored addresses are read one by one at the start. */
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
      // The wallet works without the list; that it does is said to the user.
      hasFailed = true;
    }
  }

  return {
    /** Replaces the addresses of one reason; resolves when the browser lets them through. */
    set(reason: OutgoingReason, addresses: readonly string[]): Promise<void> {
      chosen.set(reason, addresses);
      if (hasBegun) queue = queue.then(apply);
      return queue;
    },

    /** All stored addresses are known: from now on the browser's rules follow each change. */
    begin(): Promise<void> {
      hasBegun = true;
      queue = queue.then(apply);
      return queue;
    },

    /** Present while the browser hasn't taken the list. */
    problem: (): WarningCode | undefined => (hasFailed ? 'outgoing-unblocked' : undefined),
  };
}

/** Scheme, host and port, in small letters; nothing for what is no web or socket address. */
function originOf(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { protocol, host, hostname } = new URL(address);
  // The browser would read `*` in a rule as a wildcard.
  if (!isHostName(hostname)) return [];
  return /^(?:https?|wss?):$/.test(protocol) ? [`${protocol}//${host}`] : [];
}
