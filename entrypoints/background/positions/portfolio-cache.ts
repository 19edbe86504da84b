import type { Address } from 'viem';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import type { BalanceView, PortfolioView } from '../../../shared/messages/portfolio.ts';
import type { Clock } from '../../../shared/ports.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { Networks } from '../state/networks.ts';
import type { Stored } from '../state/stored.ts';
import type { WatchedTokens } from '../state/watched-tokens.ts';
import { createDelegations } from './delegation.ts';
import { readElsewhere } from './elsewhere.ts';
import { readPortfolio } from './portfolio.ts';

/** Milliseconds between reads of other networks: each costs a request. */
const OTHERS_MS = 300_000;

export type PortfolioCache = ReturnType<typeof createPortfolioCache>;

/** Last known balances of the selected account: shown at once with their age, then refreshed. */
export function createPortfolioCache(deps: {
  stored: Stored<PortfolioView>;
  rpcOf: (chainId: number) => Rpc;
  networks: Pick<Networks, 'all'>;
  watchedTokens: Pick<WatchedTokens, 'all'>;
  clock: Clock;
  account: () => string | undefined;
  /** Id of the newest mined transaction: it can have changed any balance. */
  newestMined: () => string | undefined;
  onChange: () => void;
}) {
  let portfolio: PortfolioView | undefined;
  const delegations = createDelegations(deps);
  let others:
    | { readonly of: string; readonly at: number; readonly found: BalanceView[] }
    | undefined;

  /** Balances on other networks: a request each, so they are read less often. */
  async function readOthers(account: Address, isWhole: boolean): Promise<BalanceView[]> {
    const watched = deps.watchedTokens.all();
    const networks = deps.networks.all().filter(({ chainId }) => chainId !== CHAIN_ID);
    const of = JSON.stringify([account, networks, watched, deps.newestMined()]);
    const now = deps.clock.now();
    const isRecent = others?.of === of && now - others.at < OTHERS_MS;
    if (isRecent && !isWhole) return others?.found ?? [];
    const read = await Promise.all(
      networks.map((network) =>
        readElsewhere({ rpc: deps.rpcOf(network.chainId), network, account, watched }),
      ),
    );
    others = { of, at: now, found: read.flat() };
    return others.found;
  }

  return {
    async load(): Promise<void> {
      // Unreadable cache entries are read from the chain again.
      portfolio = await deps.stored.read().catch(() => undefined);
    },
    last: () => portfolio,
    /** @param isWhole reads every network, as when the user asks */
    async refresh({ isWhole }: { isWhole: boolean }): Promise<void> {
      const selected = deps.account();
      if (selected === undefined) return;
      const account = selected as Address;
      const { clock } = deps;
      const client = deps.rpcOf(CHAIN_ID);
      const watched = deps.watchedTokens.all();
      const [onBase, delegation, elsewhere] = await Promise.all([
        readPortfolio({ client, clock, account, watched }),
        delegations.of(client, account, isWhole),
        readOthers(account, isWhole),
      ]);
      portfolio = {
        ...onBase,
        ...delegation,
        balances: [...onBase.balances, ...elsewhere],
      };
      await deps.stored.write(portfolio);
      deps.onChange();
    },
  };
}
