import type { Network } from '../../../shared/approvals/types.ts';
import { BUILT_IN_NETWORKS } from '../../../shared/chain/built-in-networks.ts';
import { CHAIN_ID, EXPLORER_URL } from '../../../shared/chain/deployments.ts';
import type { NetworkView, OfferedNetworkView } from '../../../shared/messages/snapshot.ts';
import { isPrivateHost } from '../../../shared/private-hosts.ts';
import type { Outgoing } from './outgoing.ts';
import type { Stored } from './stored.ts';
import type { Networks as StoredNetworks } from './stored-keys.ts';

export type Networks = ReturnType<typeof createNetworks>;

/**
 * Base, and the networks that the user added (EIP-3085) or took from the built-in ones. A built-in
 * network that is not in use is known, but no request goes to it.
 */
export function createNetworks(deps: {
  stored: Stored<StoredNetworks>;
  /** The user's endpoints of Base, the preferred one first. */
  baseRpcUrls: () => readonly string[];
  outgoing: Pick<Outgoing, 'set'>;
  onChange: () => void;
}) {
  let rows: StoredNetworks = [];

  const base = (): Network => ({
    chainId: CHAIN_ID,
    name: 'Base',
    symbol: 'ETH',
    rpcUrls: [...deps.baseRpcUrls()],
    // A node on this machine or network serves a chain of its own: no explorer knows its transactions.
    ...(deps.baseRpcUrls().some(isAtHome) ? {} : { explorerUrl: EXPLORER_URL }),
  });

  const added = (): Network[] => rows.flatMap(networkOf);

  const allow = () =>
    deps.outgoing.set(
      'networks',
      added().flatMap(({ rpcUrls }) => rpcUrls),
    );

  async function write(next: StoredNetworks): Promise<void> {
    rows = next;
    await deps.stored.write(next);
    await allow();
    deps.onChange();
  }

  const isRow = (chainId: number) => added().some((network) => network.chainId === chainId);

  return {
    async load(): Promise<void> {
      rows = (await deps.stored.read()) ?? [];
      await allow();
    },

    /** Networks in use. */
    all: (): readonly Network[] => [base(), ...added()],

    /** A network in use, or a built-in one. */
    find: (chainId: number): Network | undefined =>
      chainId === CHAIN_ID
        ? base()
        : (added().find((network) => network.chainId === chainId) ?? builtIn(chainId)),

    isInUse: (chainId: number): boolean => chainId === CHAIN_ID || isRow(chainId),

    /** Lets requests to a built-in network out, from the user's consent on. */
    async use(chainId: number): Promise<void> {
      if (this.isInUse(chainId) || builtIn(chainId) === undefined) return;
      await write([...rows, { chainId }]);
    },

    /** Symbol of a network's coin; Ether's for an unknown one. */
    coinOf(chainId: number): string {
      return this.find(chainId)?.symbol ?? 'ETH';
    },

    /** Endpoints of a network in the order in which they are asked; empty for an unknown one. */
    rpcUrls(chainId: number): readonly string[] {
      return this.find(chainId)?.rpcUrls ?? [];
    },

    /** Adds a network, or takes new endpoints for a known one. Base's belong to the settings. */
    add(network: Network): Promise<void> {
      const { chainId } = network;
      const row = isUnchanged(network) ? { chainId } : structuredClone(network);
      return write(
        isRow(chainId)
          ? rows.map((known) => (known.chainId === chainId ? row : known))
          : [...rows, row],
      );
    },

    remove: (chainId: number): Promise<void> =>
      write(rows.filter((row) => row.chainId !== chainId)),

    /** Built-in networks that are not in use. */
    offered: (): OfferedNetworkView[] =>
      BUILT_IN_NETWORKS.filter(({ chainId }) => !isRow(chainId)).map(
        ({ chainId, name, isTest }) => ({ chainId, name, isTest }),
      ),

    view(): NetworkView[] {
      return this.all().map((network) => ({ ...network, isOwn: network.chainId === CHAIN_ID }));
    },
  };
}

function builtIn(chainId: number): Network | undefined {
  const found = BUILT_IN_NETWORKS.find((network) => network.chainId === chainId);
  if (found === undefined) return undefined;
  const { isTest: _isTest, ...network } = found;
  return structuredClone(network);
}

/** A network that a later version no longer has built in drops out. */
function networkOf(row: StoredNetworks[number]): Network[] {
  if ('rpcUrls' in row) return [row];
  const network = builtIn(row.chainId);
  return network === undefined ? [] : [network];
}

/** Whether a network is as it is built in. */
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
