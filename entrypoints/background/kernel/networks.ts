import { EXPLORER_URL } from '../../../shared/chain/base-endpoints.ts';
import { BUILT_IN_NETWORKS } from '../../../shared/chain/built-in-networks.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import type { Network } from '../../../shared/chain/network.ts';
import type { NetworkView, OfferedNetworkView } from '../../../shared/messages/snapshot.ts';
import { isPrivateHost } from '../../../shared/private-hosts.ts';
import type { Networks as StoredNetworks } from './keys.ts';
import type { Outgoing } from './outgoing.ts';
import type { Stored } from './stored.ts';

export type Networks = ReturnType<typeof createNetworks>;

/**
 * Keeps the networks in use: Base, and the networks that the user added (EIP-3085) or chose from
 * the built-in networks. A built-in network that isn't in use gets no requests.
 */
export function createNetworks(deps: {
  stored: Stored<StoredNetworks>;
  /** The user's endpoints of Base, the preferred endpoint first. */
  baseRpcUrls: () => readonly string[];
  outgoing: Pick<Outgoing, 'set'>;
  onChange: () => void;
}) {
  let rows: StoredNetworks = [];
  let added: readonly Network[] = [];

  const base = (): Network => ({
    chainId: CHAIN_ID,
    name: 'Base',
    symbol: 'ETH',
    rpcUrls: [...deps.baseRpcUrls()],
    // No explorer knows the transactions of a local node.
    ...(deps.baseRpcUrls().some(isAtHome) ? {} : { explorerUrl: EXPLORER_URL }),
  });

  function take(next: StoredNetworks): void {
    rows = next;
    added = next.flatMap(networkOf);
  }

  const allow = () =>
    deps.outgoing.set(
      'networks',
      added.flatMap(({ rpcUrls }) => rpcUrls),
    );

  async function write(next: StoredNetworks): Promise<void> {
    take(next);
    await deps.stored.write(next);
    await allow();
    deps.onChange();
  }

  const inUse = (chainId: number): Network | undefined =>
    chainId === CHAIN_ID ? base() : added.find((network) => network.chainId === chainId);

  const find = (chainId: number): Network | undefined => inUse(chainId) ?? builtIn(chainId);

  const all = (): readonly Network[] => [base(), ...added];

  return {
    async load(): Promise<void> {
      take((await deps.stored.read()) ?? []);
      await allow();
    },

    all,

    /** Returns a network in use, or a built-in network. */
    find,

    /**
     * Returns true when all nodes of a network are local, so that another chain can replace the
     * network's chain.
     */
    isLocal(chainId: number): boolean {
      const urls = find(chainId)?.rpcUrls ?? [];
      return urls.length > 0 && urls.every(isAtHome);
    },

    isInUse: (chainId: number): boolean => inUse(chainId) !== undefined,

    /** Adds a built-in network to the networks in use. Needs the user's consent. */
    async use(chainId: number): Promise<void> {
      if (inUse(chainId) !== undefined || builtIn(chainId) === undefined) return;
      await write([...rows, { chainId }]);
    },

    /** Returns the symbol of a network's coin; ETH for an unknown network. */
    coinOf: (chainId: number): string => find(chainId)?.symbol ?? 'ETH',

    /** Returns a network's endpoints in the order to ask them; empty for an unknown network. */
    rpcUrls: (chainId: number): readonly string[] => find(chainId)?.rpcUrls ?? [],

    /**
     * Adds a network, or changes the endpoints of a known network. Base's endpoints are in the
     * settings.
     */
    add(network: Network): Promise<void> {
      const { chainId } = network;
      const row = isUnchanged(network) ? { chainId } : network;
      return write(
        inUse(chainId) !== undefined
          ? rows.map((known) => (known.chainId === chainId ? row : known))
          : [...rows, row],
      );
    },

    remove: (chainId: number): Promise<void> =>
      write(rows.filter((row) => row.chainId !== chainId)),

    offered: (): OfferedNetworkView[] =>
      BUILT_IN_NETWORKS.filter(({ chainId }) => inUse(chainId) === undefined).map(
        ({ chainId, name, isTest }) => ({ chainId, name, isTest }),
      ),

    view: (): NetworkView[] =>
      all().map((network) => ({ ...network, isOwn: network.chainId === CHAIN_ID })),
  };
}

function builtIn(chainId: number): Network | undefined {
  const found = BUILT_IN_NETWORKS.find((network) => network.chainId === chainId);
  if (found === undefined) return undefined;
  const { isTest: _isTest, ...network } = found;
  return network;
}

/** Returns a stored row's network; empty for a built-in network that this version no longer has. */
function networkOf(row: StoredNetworks[number]): Network[] {
  if ('rpcUrls' in row) return [row];
  const network = builtIn(row.chainId);
  return network === undefined ? [] : [network];
}

function isUnchanged(network: Network): boolean {
  const known = builtIn(network.chainId);
  return (
    known !== undefined &&
    known.name === network.name &&
    known.symbol === network.symbol &&
    known.explorerUrl === network.explorerUrl &&
    known.rpcUrls.join(' ') === network.rpcUrls.join(' ')
  );
}

function isAtHome(url: string): boolean {
  return URL.canParse(url) && isPrivateHost(new URL(url).hostname);
}
