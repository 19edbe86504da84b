import type { Address } from 'viem';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { BOOKS, TOKENS } from '../../../shared/chain/deployments.ts';
import type { LeftAllowance } from '../../../shared/desk/evaluate-alerts.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import { multicall } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';

/** Every token that an order book takes, with every book. */
const PLACES = TOKENS.flatMap((token) => BOOKS.map(({ address: book }) => ({ token, book })));

/**
 * Returns a reader of what order books can take from accounts. Leaves out accounts whose fill needs an
 * allowance at the moment. Rejects when the node doesn't respond.
 */
export function createAllowanceReader(deps: {
  readonly client: Rpc;
  /** Accounts with a fill under way. */
  readonly filling: () => readonly string[];
}) {
  async function read(account: string): Promise<readonly LeftAllowance[]> {
    // A failed call isn't an allowance of zero: the account's facts stay unknown.
    const answers = await multicall(deps.client, {
      allowFailure: false,
      contracts: PLACES.map(({ token, book }) => ({
        address: token.address,
        abi: erc20Abi,
        functionName: 'allowance' as const,
        args: [account as Address, book] as const,
      })),
    });
    return PLACES.flatMap(({ token: { symbol, decimals } }, i) => {
      const units = answers[i] ?? 0n;
      return units > 0n ? [{ units, symbol, decimals }] : [];
    });
  }

  return async (
    accounts: readonly string[],
  ): Promise<ReadonlyMap<string, readonly LeftAllowance[]>> => {
    const idle = accounts.filter(
      (account) => !deps.filling().some((busy) => isSameAddress(busy, account)),
    );
    const found = await Promise.all(
      idle.map(async (account) => [account.toLowerCase(), await read(account)] as const),
    );
    return new Map(found);
  };
}
