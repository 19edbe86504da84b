import type { Address, Hex } from 'viem';
import type { CodeChange } from '../../../shared/approvals/types.ts';
import { understandTransaction } from '../../../shared/approvals/understand.ts';
import type { CallFailure } from '../../../shared/chain/call-failure.ts';
import { NodeError, RpcError } from '../../../shared/rpc/codes.ts';
import { findAllowanceSlot, slotOverride } from '../chain/allowance-slot.ts';
import { callFailure } from '../chain/call-failure.ts';
import type { Rpc } from '../chain/rpc.ts';
import { simulate } from '../chain/simulate.ts';

export interface Call {
  readonly to: Address;
  readonly data: Hex;
  /** Wei as a hex quantity; undefined if the call sends none. */
  readonly value?: string;
  readonly codeChange?: CodeChange;
}

/** Result of simulating a fill together with its preparations. */
export type FillTrial =
  /** `gasUsed`: gas of each call, if the node simulates all of them. */
  | { readonly kind: 'succeeds'; readonly gasUsed?: readonly bigint[] }
  | { readonly kind: 'fails'; readonly reason: CallFailure }
  /** The node can neither simulate several transactions nor assume an allowance. */
  | { readonly kind: 'impossible' };

/**
 * Simulates a fill with the calls before it: by `eth_simulateV1`, or, if only an allowance is
 * missing, by `eth_call` with that allowance in an override of the token's storage. Rejects with
 * `chainUnreachable` when no node responds.
 */
export async function tryFill(
  client: Rpc,
  { account, calls }: { account: Address; calls: readonly Call[] },
): Promise<FillTrial> {
  const simulation = await simulate(
    client,
    account,
    calls.map((call) => ({ value: '0x0', ...call })),
  );
  if (simulation.outcome === 'unknown') throw new RpcError('chainUnreachable');
  if (simulation.outcome === 'fails') return { kind: 'fails', reason: simulation.failure };
  const { isFirstOnly, gasUsed } = simulation;
  if (isFirstOnly !== true)
    return { kind: 'succeeds', ...(gasUsed === undefined ? {} : { gasUsed }) };
  const [allowance, fill, ...others] = calls;
  if (fill === undefined) return { kind: 'succeeds' };
  return others.length > 0 || allowance === undefined
    ? { kind: 'impossible' }
    : tryWithAllowance(client, account, fill, allowance);
}

async function tryWithAllowance(
  client: Rpc,
  account: Address,
  fill: Call,
  allowance: Call,
): Promise<FillTrial> {
  const given = understandTransaction({ value: '0x0', ...allowance });
  if (given.kind !== 'approve') return { kind: 'impossible' };
  const { token, spender, amount } = given;
  try {
    const slot = await findAllowanceSlot(client, { token, owner: account, spender });
    if (slot === undefined) return { kind: 'impossible' };
    const call = { from: account, to: fill.to, data: fill.data };
    await client.request('eth_call', [call, 'latest', slotOverride(token, slot, amount)]);
    return { kind: 'succeeds' };
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    // A node without support for overrides proves nothing about the fill.
    return isRevert(error) ? { kind: 'fails', reason: callFailure(error) } : { kind: 'impossible' };
  }
}

function isRevert({ body }: NodeError): boolean {
  return body.code === 3 || body.data !== undefined || /revert/i.test(body.message);
}
