import type { Address } from 'viem';
import { ownedOf } from '../chain/read-collectible.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { Collectibles } from '../state/watched.ts';
import type { Handlers } from './serve.ts';

type Topics = Extract<keyof Handlers, `collectibles.${string}`>;

export function collectibleHandlers(deps: {
  collectibles: Collectibles;
  rpcOf: (chainId: number) => Rpc;
  /** The selected account; undefined while locked. */
  selected: () => string | undefined;
}): Pick<Handlers, Topics> {
  return {
    /**
     * Returns what the selected account owns now. Leaves out an item whose network doesn't respond.
     */
    async 'collectibles.owned'() {
      const account = deps.selected();
      if (account === undefined) return [];
      const found = await Promise.allSettled(
        deps.collectibles.all().map(async (item) => {
          const owned = await ownedOf(deps.rpcOf(item.chainId), account as Address, item);
          return { ...item, owned: owned.toString() };
        }),
      );
      return found.flatMap((one) =>
        one.status === 'fulfilled' && one.value.owned !== '0' ? [one.value] : [],
      );
    },
    'collectibles.remove': (item) => deps.collectibles.remove(item),
  };
}
