import type { PortfolioView } from '../../../shared/messages/snapshot.ts';
import type { Clock } from '../../../shared/ports.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { Stored } from '../state/stored.ts';
import { readPortfolio } from './portfolio.ts';

export type PortfolioCache = ReturnType<typeof createPortfolioCache>;

/** The last known balances of the selected account: shown at once, with their age, then refreshed. */
export function createPortfolioCache(deps: {
  stored: Stored<PortfolioView>;
  client: Rpc;
  clock: Clock;
  account: () => string | undefined;
  onChange: () => void;
}) {
  let portfolio: PortfolioView | undefined;
  return {
    async load(): Promise<void> {
      // A cache: what cannot be read is read from the chain again.
      portfolio = await deps.stored.read().catch(() => undefined);
    },
    last: () => portfolio,
    async refresh(): Promise<void> {
      const account = deps.account();
      if (account === undefined) return;
      const { client, clock } = deps;
      portfolio = await readPortfolio({ client, clock, account: account as `0x${string}` });
      await deps.stored.write(portfolio);
      deps.onChange();
    },
  };
}
