import type { Network } from '../../../shared/approvals/types.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import type { NetworkView } from '../../../shared/messages/snapshot.ts';
import type { Outgoing } from './outgoing.ts';
import type { Stored } from './stored.ts';
import type { Networks as StoredNetworks } from './stored-keys.ts';

export type Networks = ReturnType<typeof createNetworks>;

/** Base, which is built in, and the networks that the user added (EIP-3085). */
export function createNetworks(deps: {
  stored: Stored<StoredNetworks>;
  /** The user's endpoints of Base, the preferred one first. */
  baseRpcUrls: () => readonly string[];
  outgoing: Pick<Outgoing, 'set'>;
  onChange: () => void;
}) {
  let added: StoredNetworks = [];

  const base = (): Network => ({
    chainId: CHAIN_ID,
    name: 'Base',
    symbol: 'ETH',
    rpcUrls: [...deps.baseRpcUrls()],
    explorerUrl: 'https://basescan.org',
  });

  const allow = () =>
    deps.outgoing.set(
      'networks',
      added.flatMap(({ rpcUrls }) => rpcUrls),
    );

  async function write(next: StoredNetworks): Promise<void> {
    added = next;
    await deps.stored.write(next);
    await allow();
    deps.onChange();
  }

  const others = (chainId: number) => added.filter((network) => network.chainId !== chainId);

  return {
    async load(): Promise<void> {
      added = (await deps.stored.read()) ?? [];
      await allow();
    },

    all: (): readonly Network[] => [base(), ...added],

    find: (chainId: number): Network | undefined =>
      chainId === CHAIN_ID ? base() : added.find((network) => network.chainId === chainId),

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
      const row = structuredClone(network);
      const isKnown = added.some(({ chainId }) => chainId === network.chainId);
      return write(
        isKnown
          ? added.map((known) => (known.chainId === network.chainId ? row : known))
          : [...added, row],
      );
    },

    remove: (chainId: number): Promise<void> => write(others(chainId)),

    view(): NetworkView[] {
      return this.all().map((network) => ({ ...network, isOwn: network.chainId === CHAIN_ID }));
    },
  };
}
