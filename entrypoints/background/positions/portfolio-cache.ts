import type { Address } from 'viem';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import type { Network } from '../../../shared/chain/network.ts';
import { shortAddress } from '../../../shared/format.ts';
import type { BalanceView, PortfolioView } from '../../../shared/messages/portfolio.ts';
import type { WatchedTokenView } from '../../../shared/messages/snapshot.ts';
import type { Clock } from '../../../shared/ports.ts';
import { tokenAmount } from '../../../shared/units.ts';
import { readAccountCode } from '../chain/account-code.ts';
import { getBalance, readContract } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { Networks } from '../kernel/networks.ts';
import type { Stored } from '../kernel/stored.ts';
import type { WatchedTokens } from '../kernel/watched-tokens.ts';
import { readPortfolio } from './portfolio.ts';

/** Milliseconds between reads of other networks. Each network costs a request. */
const OTHERS_MS = 300_000;

export type PortfolioCache = ReturnType<typeof createPortfolioCache>;

/**
 * Keeps the last known balances of the selected account, so that pages can show them immediately
 * with their age.
 */
export function createPortfolioCache(deps: {
  stored: Stored<PortfolioView>;
  rpcOf: (chainId: number) => Rpc;
  networks: Pick<Networks, 'all'>;
  watchedTokens: Pick<WatchedTokens, 'all'>;
  clock: Clock;
  account: () => string | undefined;
  /** Returns the id of the newest mined transaction, which may have changed any balance. */
  newestMined: () => string | undefined;
  onChange: () => void;
}) {
  let portfolio: PortfolioView | undefined;
  const delegations = createDelegations(deps);
  let others:
    | { readonly of: string; readonly at: number; readonly found: BalanceView[] }
    | undefined;

  /** Reads balances on other networks less often, because each network costs a request. */
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
      // Balances of an unreadable cache are read from the chain again.
      portfolio = await deps.stored.read().catch(() => undefined);
    },
    last: () => portfolio,
    /** @param isWhole true to read every network, as the user asked */
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

/** Milliseconds between reads of an account's own code. The code rarely changes. */
const AGAIN_MS = 600_000;

type Delegation = Pick<PortfolioView, 'delegatedTo'>;

/** Remembers the unknown contract to which an account delegates on Base (EIP-7702). */
export function createDelegations({ clock }: { clock: Clock }) {
  let known:
    | { readonly account: Address; readonly at: number; readonly found: Delegation }
    | undefined;
  return {
    /** Returns the last known code if no node responds. `isFresh`: the code may have changed. */
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
        return last?.found ?? {};
      }
    },
  };
}

/**
 * Reads the coin and the watched tokens on a network that the user added. Makes single calls,
 * because the network may have no multicall contract. Omits balances that can't be read. The
 * amounts have no price.
 */
export async function readElsewhere(options: {
  rpc: Rpc;
  network: Network;
  account: Address;
  watched: readonly WatchedTokenView[];
}): Promise<BalanceView[]> {
  const { rpc, network, account } = options;
  const { chainId, name, symbol } = network;
  const coin = async (): Promise<BalanceView> => {
    const amount = await getBalance(rpc, { address: account });
    return { chainId, network: name, symbol, name, decimals: 18, amount: tokenAmount(amount) };
  };
  const token = async ({ address, ...rest }: WatchedTokenView): Promise<BalanceView> => {
    const amount = await readContract(rpc, {
      address: address as Address,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [account],
    });
    return {
      chainId,
      network: name,
      token: address,
      symbol: rest.symbol,
      name: shortAddress(address),
      decimals: rest.decimals,
      amount: tokenAmount(amount),
    };
  };
  const there = options.watched.filter((one) => one.chainId === chainId);
  const found = await Promise.allSettled([coin(), ...there.map(token)]);
  return found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}
