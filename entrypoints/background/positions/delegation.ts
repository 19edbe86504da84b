import type { Address } from 'viem';
import type { PortfolioView } from '../../../shared/messages/portfolio.ts';
import type { Clock } from '../../../shared/ports.ts';
import { readAccountCode } from '../chain/account-code.ts';
import type { Rpc } from '../chain/rpc.ts';

/** Milliseconds between reads: an account's own code changes rarely. */
const AGAIN_MS = 600_000;

type Delegation = Pick<PortfolioView, 'delegatedTo'>;

/** Remembers the foreign contract that an account delegates to on Base (EIP-7702). */
export function createDelegations({ clock }: { clock: Clock }) {
  let known:
    | { readonly account: Address; readonly at: number; readonly found: Delegation }
    | undefined;
  return {
    /** Returns what is known when the node doesn't respond. `isFresh`: the code can have changed. */
    async of(client: Rpc, account: Address, isFresh: boolean): Promise<Delegation> {
      const last = known?.account === account ? known : undefined;
      const isKnown = last !== undefined && clock.now() - last.at < AGAIN_MS;
      if (isKnown && !isFresh) return last.found;
      try {
        const code = await readAccountCode(client, account);
        const found = code.kind === 'foreign' ? { delegatedTo: code.delegate } : {};
        known = { account, at: clock.now(), found };
        return found;
      } catch {
        // The balances are shown without it.
        return last?.found ?? {};
      }
    },
  };
}
