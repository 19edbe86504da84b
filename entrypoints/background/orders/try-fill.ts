import type { Address, Hex } from 'viem';
import { understandTransaction } from '../../../shared/approvals/understand.ts';
import type { CallFailure } from '../../../shared/chain/call-failure.ts';
import { NodeError, RpcError } from '../../../shared/rpc/codes.ts';
import { findAllowanceSlot, slotOverride } from '../chain/allowance-slot.ts';
import { callFailure } from '../chain/call-failure.ts';
import type { Rpc } from '../chain/rpc.ts';
import { simulate } from '../chain/simulate.ts';

/** A transaction of the wallet's own that sends no coin. */
export interface Call {
  readonly to: Address;
  readonly data: Hex;
}

/** Outcome of a fill that is simulated together with its allowance; nothing is sent. */
export type FillTrial =
  | { readonly kind: 'succeeds' }
  | { readonly kind: 'fails'; readonly reason: CallFailure }
  /** The node can neither simulate two transactions nor assume an allowance. */
  | { readonly kind: 'not possible' };

/**
 * Simulates a fill together with its allowance: by `eth_simulateV1`, or by `eth_call` with the
 * allowance written into the token's storage. Rejects with `chainUnreachable` when no node
 * responds.
 */
export async function tryFill(
  client: Rpc,
  options: { account: Address; fill: Call; allowance: Call | undefined },
): Promise<FillTrial> {
  const { account, fill, allowance } = options;
  const drafts = [...(allowance === undefined ? [] : [allowance]), fill];
  const simulation = await simulate(
    client,
    account,
    drafts.map(({ to, data }) => ({ to, data, value: '0x0' })),
  );
  if (simulation.outcome === 'unknown') throw new RpcError('chainUnreachable');
  if (simulation.outcome === 'fails') return { kind: 'fails', reason: simulation.failure };
  if (simulation.isFirstOnly !== true || allowance === undefined) return { kind: 'succeeds' };
  return tryWithAllowance(client, account, fill, allowance);
}

async function tryWithAllowance(
  client: Rpc,
  account: Address,
  fill: Call,
  allowance: Call,
): Promise<FillTrial> {
  const given = understandTransaction({ ...allowance, value: '0x0' });
  if (given.kind !== 'approve') return { kind: 'not possible' };
  const { token, spender, amount } = given;
  try {
    const slot = await findAllowanceSlot(client, { token, owner: account, spender });
    if (slot === undefined) return { kind: 'not possible' };
    const call = { from: account, to: fill.to, data: fill.data };
    await client.request('eth_call', [call, 'latest', slotOverride(token, slot, amount)]);
    return { kind: 'succeeds' };
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    // A node without support for overrides is inconclusive about the fill.
    return isRevert(error)
      ? { kind: 'fails', reason: callFailure(error) }
      : { kind: 'not possible' };
  }
}

function isRevert({ body }: NodeError): boolean {
  return body.code === 3 || body.data !== undefined || /revert/i.test(body.message);
}
