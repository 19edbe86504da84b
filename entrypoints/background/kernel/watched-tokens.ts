import type { WatchedToken } from '../../../shared/approvals/types.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
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
  let tokens: WatchedToken[] = [];

  const without = ({ chainId, address }: Place) =>
    tokens.filter((one) => one.chainId !== chainId || !isSameAddress(one.address, address));

  async function write(next: WatchedToken[]): Promise<void> {
    tokens = next.slice(-MAX_KEPT);
    await deps.stored.write(tokens);
    deps.onChange();
  }

  return {
    async load(): Promise<void> {
      tokens = (await deps.stored.read()) ?? [];
    },
    all: (): readonly WatchedToken[] => tokens,
    add: (token: WatchedToken) => write([...without(token), { ...token }]),
    remove: (place: Place) => write(without(place)),
  };
}
