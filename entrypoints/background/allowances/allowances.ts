import type { Address } from 'viem';
import { PERMIT2 } from '../../../shared/chain/chain-context.ts';
import { CHAIN_ID, TOKENS } from '../../../shared/chain/deployments.ts';
import { listedTokens } from '../../../shared/chain/token-list.ts';
import type { AllowanceRef, AllowancesView } from '../../../shared/messages/allowances.ts';
import type { Batching } from '../approvals/sending/batching.ts';
import type { LaneDeps } from '../chain/log-lane.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { TokenNames } from '../chain/token-names.ts';
import type { ActivityLog } from '../kernel/activity.ts';
import type { Stored } from '../kernel/stored.ts';
import type { WatchedTokens } from '../kernel/watched-tokens.ts';
import type { SpotPrices } from '../market/spot-prices.ts';
import type { Bundles } from '../procedures/bundles.ts';
import { createAllowanceHistory } from './allowance-history.ts';
import type { AllowanceRecord } from './keys.ts';
import { createAllowanceList } from './list-allowances.ts';
import { createValueReader, type ValueReader } from './read-values.ts';
import { revokeAllowances } from './revoke-allowances.ts';

export type Allowances = ReturnType<typeof createAllowances>;

/** Lists and revokes the allowances of the wallet's accounts, by network. */
export function createAllowances(
  deps: LaneDeps & {
    readonly stored: Stored<AllowanceRecord[]>;
    readonly rpcOf: (chainId: number) => Rpc;
    readonly urls: (chainId: number) => readonly string[];
    readonly accounts: () => readonly { readonly address: string }[];
    readonly watchedTokens: Pick<WatchedTokens, 'all'>;
    readonly activity: ActivityLog;
    readonly tokenNames: TokenNames;
    readonly spots: Pick<SpotPrices, 'of' | 'refresh'>;
    readonly bundles: Pick<Bundles, 'revoke'>;
    readonly batching: Pick<Batching, 'transactionOf'>;
    readonly canSign: (account: Address) => boolean;
  },
) {
  const readers = new Map<number, ValueReader>();

  const addressesOf = (items: readonly { readonly address: string }[]) =>
    items.map(({ address }) => address.toLowerCase());
  const trustedTokens = (chainId: number) =>
    addressesOf([...(chainId === CHAIN_ID ? TOKENS : []), ...listedTokens(chainId)]);

  /** Built-in, listed and watched tokens and collections, in lower case. */
  function knownTokens(chainId: number): string[] {
    const onChain = (item: { readonly chainId: number }) => item.chainId === chainId;
    return [...trustedTokens(chainId), ...addressesOf(deps.watchedTokens.all().filter(onChain))];
  }

  const isKnown = (chainId: number, token: string) => knownTokens(chainId).includes(token);
  const accounts = () => addressesOf(deps.accounts());

  function valuesOf(chainId: number): ValueReader {
    const reader =
      readers.get(chainId) ??
      createValueReader({
        ...{ rpc: deps.rpcOf(chainId), clock: deps.clock, wait: deps.wait },
        isTrusted: (token) => trustedTokens(chainId).includes(token),
      });
    readers.set(chainId, reader);
    return reader;
  }

  const history = createAllowanceHistory({
    ...deps,
    accounts,
    isKnown,
    knownTokens: (chainId) => [PERMIT2, ...knownTokens(chainId)],
    valuesOf: (chainId) => valuesOf(chainId).trusted,
  });
  const list = createAllowanceList({
    ...deps,
    accounts,
    canSign: (account) => deps.canSign(account as Address),
    found: history.found,
    isKnown,
    valuesOf,
  });

  return {
    /**
     * Lists a network's known allowances, and continues reading its logs in the background.
     * @throws RpcError when the node doesn't respond
     */
    async list(chainId: number): Promise<AllowancesView> {
      await history.load();
      history.ensure(chainId);
      const rows = await list.of(chainId);
      const reading = history.reading(chainId);
      const values = valuesOf(chainId);
      return {
        rows,
        reading: {
          ...reading,
          isReading: reading.isReading || values.isReading(),
          ...(values.unread() === 0 ? {} : { unread: values.unread() }),
        },
      };
    },
    readAgain: history.readAgain,
    revoke: (refs: readonly AllowanceRef[]) => revokeAllowances(deps, refs),
    idle: history.idle,
  };
}
