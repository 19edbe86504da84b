import type { Collectible, WatchedToken } from '../../../shared/approvals/types.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import type { Stored } from './stored.ts';

/** More would make every refresh of the balances slow. */
const KEPT = 100;

export type WatchedTokens = Watched<WatchedToken>;
export type Collectibles = Watched<Collectible>;

interface Place {
  readonly chainId: number;
  readonly address: string;
  readonly tokenId?: string | undefined;
}

interface Watched<Item extends Place> {
  load(): Promise<void>;
  all(): readonly Item[];
  add(item: Item): Promise<void>;
  remove(item: Pick<Item, keyof Place & keyof Item>): Promise<void>;
}

/** Tokens, or items of collections, that the user added to Home (EIP-747). */
export function createWatched<Item extends Place>(deps: {
  stored: Stored<Item[]>;
  onChange: () => void;
}): Watched<Item> {
  let items: Item[] = [];

  const without = ({ chainId, address, tokenId }: Place) =>
    items.filter(
      (item) =>
        item.chainId !== chainId ||
        item.tokenId !== tokenId ||
        !isSameAddress(item.address, address),
    );

  async function write(next: Item[]): Promise<void> {
    items = next.slice(-KEPT);
    await deps.stored.write(items);
    deps.onChange();
  }

  return {
    async load(): Promise<void> {
      items = (await deps.stored.read()) ?? [];
    },
    all: () => items,
    add: (item) => write([...without(item), { ...item }]),
    remove: (item) => write(without(item)),
  };
}
