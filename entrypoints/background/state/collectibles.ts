import type { Collectible } from '../../../shared/approvals/types.ts';
import type { Stored } from './stored.ts';
import type { Collectibles as StoredCollectibles } from './stored-keys.ts';

/** More would make every refresh slow. */
const KEPT = 100;

export type Collectibles = ReturnType<typeof createCollectibles>;
type ItemKey = Pick<Collectible, 'chainId' | 'address' | 'tokenId'>;

/** Items of collections that the user added to Home (EIP-747). */
export function createCollectibles(deps: {
  stored: Stored<StoredCollectibles>;
  onChange: () => void;
}) {
  let items: StoredCollectibles = [];

  const isSame = (a: ItemKey, b: ItemKey) =>
    a.chainId === b.chainId &&
    a.tokenId === b.tokenId &&
    a.address.toLowerCase() === b.address.toLowerCase();

  async function write(next: StoredCollectibles): Promise<void> {
    items = next.slice(-KEPT);
    await deps.stored.write(items);
    deps.onChange();
  }

  return {
    async load(): Promise<void> {
      items = (await deps.stored.read()) ?? [];
    },
    all: (): readonly Collectible[] => items,
    add: (item: Collectible) =>
      write([...items.filter((known) => !isSame(known, item)), { ...item }]),
    remove: (item: ItemKey) => write(items.filter((known) => !isSame(known, item))),
  };
}
