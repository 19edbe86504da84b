import type { Address, Hex } from 'viem';
import { understandTransaction } from '../../../shared/approvals/understand.ts';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { multicall3StateAbi } from '../../../shared/chain/abi/multicall3.ts';
import { approveCall, ownKey } from '../approvals/sending/own-transactions.ts';
import { parseQuantity } from '../chain/quantities.ts';
import { readReceiptOnce } from '../chain/read-receipt.ts';
import { MULTICALL3, multicall } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';
import { askOnce } from '../procedures/own-call.ts';
import type { Shelf } from '../procedures/runner.ts';
import { fillView, leftOf, remainingOf } from './fill-record.ts';
import type { FillRecord } from './fill-schemas.ts';
import { type FillStepDeps, type StepContext, spent } from './fill-steps.ts';

/**
 * Returns an ended fill with the amounts that its allowances still permit after the `later`
 * transaction.
 */
export async function withLeftover(
  row: FillRecord,
  { retrying }: Pick<StepContext, 'retrying'>,
  later = fillView(row).hash,
): Promise<FillRecord> {
  const read = await Promise.all(
    remainingOf(row).map(async ({ given, name }) => {
      const left = await leftOver(retrying, row.account, given, later);
      return left === undefined ? {} : { [name]: left.toString() };
    }),
  );
  return Object.assign({ ...row }, ...read);
}

/** Reads remaining allowances again, because the settled transaction may have used them. */
export async function readLeftAgain(
  fills: Pick<Shelf<FillRecord>, 'all' | 'change' | 'find'>,
  context: Pick<StepContext, 'retrying'>,
  settled: string,
): Promise<void> {
  for (const row of fills.all().filter((one) => leftOf(one).length > 0)) {
    const after = await withLeftover(row, context, settled);
    const isSame = after.leftover === row.leftover && after.otherLeftover === row.otherLeftover;
    if (!isSame && fills.find(row.id) === row)
      await fills.change(row.id, () => after).catch(() => undefined);
  }
}

/** Takes the next step of revoking the remaining allowances of a fill, one after another. */
export async function revokeNext(
  row: FillRecord,
  context: Pick<StepContext, keyof FillStepDeps | 'retrying'>,
): Promise<FillRecord> {
  const { revocation } = row;
  const [first] = leftOf(row);
  if (revocation === undefined || first === undefined) return unrevoked(row);
  return revoke(row, revocation, first, context).catch(() => unrevoked(row));
}

/** Returns a fill after its revocation failed or was rejected. */
export const unrevoked = ({ revocation, ...row }: FillRecord): FillRecord =>
  revocation === undefined ? row : { ...row, revocation: { ...revocation, stage: 'failed' } };

type Given = FillRecord['made'][number];

async function revoke(
  row: FillRecord,
  { key, hash: sent }: NonNullable<FillRecord['revocation']>,
  first: ReturnType<typeof leftOf>[number],
  context: Pick<StepContext, keyof FillStepDeps | 'retrying'>,
): Promise<FillRecord> {
  const { account } = row;
  const { given } = first;
  if (sent === undefined) {
    const { token, spender } = allowanceIn(given);
    const call = { ...approveCall(token, spender, 0n), key };
    const hash = await askOnce(context, account, call);
    return { ...row, revocation: { key, stage: 'sent', hash } };
  }
  const { status, hash } = await context.settled(sent);
  const left = await leftOver(context.retrying, account, given, hash);
  const isDone = status === 'confirmed' && (left ?? 0n) === 0n;
  const leftover = isDone ? '0' : left?.toString();
  const after: FillRecord = {
    ...row,
    revocation: { key, stage: isDone ? 'done' : 'failed', hash },
    ...(leftover === undefined ? {} : { [first.name]: leftover }),
    ...(await spent(row, hash, context)),
  };
  if (!isDone || leftOf(after).length === 0) return after;
  return { ...after, revocation: { key: ownKey(context.random), stage: 'asked' } };
}

/**
 * Returns the remaining allowance in base units. Undefined when the node doesn't respond, or lacks
 * the block of the allowance or of the `later` transaction: it then reports an earlier value.
 */
async function leftOver(
  client: Rpc,
  account: string,
  given: Given,
  later: string | undefined,
): Promise<bigint | undefined> {
  try {
    const [own, after] = await Promise.all([
      readReceiptOnce(client, given.hash),
      later === undefined ? undefined : readReceiptOnce(client, later),
    ]);
    if (own === undefined) return undefined;
    const { token, spender } = allowanceIn(given);
    const [left, head] = await multicall(client, {
      contracts: [
        {
          ...{ address: token, abi: erc20Abi, functionName: 'allowance' },
          args: [account as Address, spender],
        },
        { address: MULTICALL3, abi: multicall3StateAbi, functionName: 'getBlockNumber' },
      ],
      allowFailure: false,
    });
    const isSeen = [own, after ?? own].every(
      ({ blockNumber }) => parseQuantity(blockNumber) <= head,
    );
    return isSeen ? left : undefined;
  } catch {
    return undefined;
  }
}

function allowanceIn({ to, data }: { to: string; data: string }) {
  const call = understandTransaction({ to: to as Address, data: data as Hex, value: '0x0' });
  if (call.kind !== 'approve') throw new TypeError('The stored call is not an approval.');
  return { token: call.token, spender: call.spender };
}
