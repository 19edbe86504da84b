import type { Address, Hex } from 'viem';
import { understandTransaction } from '../../../shared/approvals/understand.ts';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { readContract } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { FillRecord } from '../state/fill-schemas.ts';

export type GivenAllowance = NonNullable<FillRecord['given']>;

/** Returns the token and the book of our own approval call. */
export function givenBy({ to, data }: { to: string; data: string }): GivenAllowance {
  const call = understandTransaction({ to: to as Address, data: data as Hex, value: '0x0' });
  if (call.kind !== 'approve') throw new TypeError('The stored call is not an approval.');
  return { token: call.token, spender: call.spender };
}

/** Returns the remaining allowance in base units; undefined when the node doesn't respond. */
export async function leftOver(
  client: Rpc,
  account: string,
  { token, spender }: GivenAllowance,
): Promise<bigint | undefined> {
  return readContract(client, {
    address: token as Address,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [account as Address, spender as Address],
  }).catch(() => undefined);
}
