import type { Address } from 'viem';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import type { PortfolioView } from '../../../shared/messages/snapshot.ts';
import type { Clock } from '../../../shared/ports.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { Networks } from '../state/networks.ts';
import type { Stored } from '../state/stored.ts';
import type { WatchedTokens } from '../state/watched-tokens.ts';
import { readElsewhere } from './elsewhere.ts';
import { readPortfolio } from './portfolio.ts';

export type PortfolioCache = ReturnType<typeof createPortfolioCache>;

/** Last known balances of the selected account: shown at once with their age, then refreshed. */
export function createPortfolioCache(deps: {
  stored: Stored<PortfolioView>;
  rpcOf: (chainId: number) => Rpc;
  networks: Pick<Networks, 'all'>;
  watchedTokens: Pick<WatchedTokens, 'all'>;
  clock: Clock;
  account: () => string | undefined;
  onChange: () => void;
}) {
  let portfolio: PortfolioView | undefined;
  return {
    async load(): Promise<void> {
      // Unreadable cache entries are read from the chain again.
      portfolio = await deps.stored.read().catch(() => undefined);
    },
    last: () => portfolio,
    async refresh(): Promise<void> {
      const selected = deps.account();
      if (selected === undefined) return;
      const account = selected as Address;
      const { clock } = deps;
      const client = deps.rpcOf(CHAIN_ID);
      const watched = deps.watchedTokens.all();
      const others = deps.networks.all().filter(({ chainId }) => chainId !== CHAIN_ID);
      const [onBase, ...elsewhere] = await Promise.all([
        readPortfolio({ client, clock, account, watched }),
        ...others.map((network) =>
          readElsewhere({ rpc: deps.rpcOf(network.chainId), network, account, watched }),
        ),
      ]);
      portfolio = { ...onBase, balances: [...onBase.balances, ...elsewhere.flat()] };
      await deps.stored.write(portfolio);
      deps.onChange();
    },
  };
}
