import type { WatchedToken } from '../../../shared/approvals/types.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import { createKeptValue } from './kept-value.ts';
import type { Stored } from './stored.ts';

/** Maximum number of tokens. More tokens would slow down every refresh of the balances. */
const MAX_KEPT = 100;

export type WatchedTokens = ReturnType<typeof createWatchedTokens>;
type Place = Pick<WatchedToken, 'chainId' | 'address'>;

/** Keeps the tokens that the user added to Home (EIP-747). */
export function createWatchedTokens(deps: {
  stored: Stored<WatchedToken[]>;
  onChange: () => void;
}) {
  const kept = createKeptValue<WatchedToken[]>(deps.stored, []);

  const without = ({ chainId, address }: Place) =>
    kept.get().filter((one) => one.chainId !== chainId || !isSameAddress(one.address, address));

  const write = (next: WatchedToken[]) => kept.set(next.slice(-MAX_KEPT), deps.onChange);

  return {
    load: kept.load,
    all: (): readonly WatchedToken[] => kept.get(),
    add: (token: WatchedToken) => write([...without(token), { ...token }]),
    remove: (place: Place) => write(without(place)),
  };
}
