import type { Address, Hex } from 'viem';
import type { Clock } from '../../shared/ports.ts';
import { secondsOf } from '../../shared/units.ts';
import type { ContractMakers } from './contract-makers.ts';
import { ENTRIES_PER_JOB, type EntryChecker } from './entry-checker.ts';
import type { LiveOrder, LiveOrders } from './live-orders.ts';

/** Maximum makers and signatures per pass. In a flood, each order can have a different maker. */
const MAX_MAKERS = 50;
const MAX_SIGNATURES = 200;

/** Finds orders of maker contracts that no longer accept the signer. */
export interface RefusedSigners {
  /** Checks some more makers, and the contracts that refused a signer before. */
  refresh(): Promise<void>;
  isRefused(order: LiveOrder): boolean;
}

export function createRefusedSigners(deps: {
  readonly makers: Pick<ContractMakers, 'withCode' | 'refused'>;
  readonly checker: EntryChecker;
  readonly live: LiveOrders;
  readonly books: readonly Address[];
  readonly clock: Clock;
}): RefusedSigners {
  const { makers, checker, live, books, clock } = deps;
  const signers = new Map<Hex, Address>();
  /** Signers that each maker contract refuses. */
  const refused = new Map<Address, readonly Address[]>();
  let turn = 0;

  function ordersByMaker(): Map<Address, LiveOrder[]> {
    const found = new Map<Address, LiveOrder[]>();
    for (const order of live.values()) {
      const { maker } = order.entry.order;
      const orders = found.get(maker) ?? [];
      orders.push(order);
      found.set(maker, orders);
    }
    return found;
  }

  /**
   * Returns the makers of this pass: makers that refused a signer, then the next makers in turn.
   */
  function next(all: readonly Address[]): Address[] {
    const from = turn < all.length ? turn : 0;
    const later = all.slice(from, from + MAX_MAKERS);
    turn = from + later.length;
    return [...new Set([...all.filter((maker) => refused.has(maker)), ...later])];
  }

  async function readSigners(orders: readonly LiveOrder[]): Promise<void> {
    const unread = orders.filter(({ digest }) => !signers.has(digest)).slice(0, MAX_SIGNATURES);
    await checker.reserve(unread.length, async () => {
      for (let from = 0; from < unread.length; from += ENTRIES_PER_JOB) {
        const entries = unread.slice(from, from + ENTRIES_PER_JOB).map(({ entry }) => entry);
        const job = { now: secondsOf(clock.now()), books, entries };
        for (const check of await checker.check(job))
          if ('signed' in check) signers.set(check.signed.digest, check.signed.signer);
      }
    });
  }

  return {
    async refresh() {
      for (const digest of signers.keys())
        if (live.get(digest) === undefined) signers.delete(digest);
      const byMaker = ordersByMaker();
      for (const maker of refused.keys()) if (!byMaker.has(maker)) refused.delete(maker);
      const contracts = await makers.withCode(next([...byMaker.keys()]));
      await readSigners(contracts.flatMap((maker) => byMaker.get(maker) ?? []));
      for (const maker of contracts) {
        const found = (byMaker.get(maker) ?? []).flatMap(({ digest }) => signers.get(digest) ?? []);
        // An account with code (EIP-7702) can still sign for itself.
        const others = [...new Set(found)].filter((signer) => signer !== maker);
        const gone = others.length === 0 ? [] : await makers.refused(maker, others);
        if (gone.length > 0) refused.set(maker, gone);
        else refused.delete(maker);
      }
    },
    isRefused({ digest, entry }) {
      const signer = signers.get(digest);
      return signer !== undefined && refused.get(entry.order.maker)?.includes(signer) === true;
    },
  };
}
