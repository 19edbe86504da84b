import type { WatchedToken } from '../../../shared/approvals/types.ts';
import type { Stored } from './stored.ts';
import type { WatchedTokens as StoredWatchedTokens } from './stored-keys.ts';

/** More would make every refresh of the balances slow. */
const KEPT = 100;

export type WatchedTokens = ReturnType<typeof createWatchedTokens>;

/** Tokens that the user watches besides the built-in ones (EIP-747). */
export function createWatchedTokens(deps: {
  stored: Stored<StoredWatchedTokens>;
  onChange: () => void;
}) {
  let tokens: StoredWatchedTokens = [];

  const isSame = (a: WatchedToken, b: Pick<WatchedToken, 'chainId' | 'address'>) =>
    a.chainId === b.chainId && a.address.toLowerCase() === b.address.toLowerCase();

  async function write(next: StoredWatchedTokens): Promise<void> {
    tokens = next.slice(-KEPT);
    await deps.stored.write(tokens);
    deps.onChange();
  }

  return {
    async load(): Promise<void> {
      tokens = (await deps.stored.read()) ?? [];
    },
    all: (): readonly WatchedToken[] => tokens,
    add: (token: WatchedToken) =>
      write([...tokens.filter((known) => !isSame(known, token)), { ...token }]),
    remove: (token: Pick<WatchedToken, 'chainId' | 'address'>) =>
      write(tokens.filter((known) => !isSame(known, token))),
  };
}
