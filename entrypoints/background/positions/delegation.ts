import { type Address, getAddress } from 'viem';
import type { PortfolioView } from '../../../shared/messages/snapshot.ts';
import type { Clock } from '../../../shared/ports.ts';
import { getCode } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';

/** Milliseconds between reads: an account's own code changes rarely. */
const AGAIN_MS = 600_000;

type Delegation = Pick<PortfolioView, 'delegatedTo'>;

/** Remembers the contract that an account delegates to, by its code on Base (EIP-7702). */
export function createDelegations({ clock }: { clock: Clock }) {
  let known:
    | { readonly account: Address; readonly at: number; readonly found: Delegation }
    | undefined;
  return {
    /** Returns what is known when the node doesn't respond. */
    async of(client: Rpc, account: Address): Promise<Delegation> {
      const last = known?.account === account ? known : undefined;
      if (last !== undefined && clock.now() - last.at < AGAIN_MS) return last.found;
      try {
        const found = delegationOf(await getCode(client, { address: account }));
        known = { account, at: clock.now(), found };
        return found;
      } catch {
        // The balances are shown without it.
        return last?.found ?? {};
      }
    },
  };
}

function delegationOf(code: string): Delegation {
  const target = /^0xef0100([0-9a-f]{40})$/i.exec(code)?.[1];
  return target === undefined ? {} : { delegatedTo: getAddress(`0x${target}`) };
}
