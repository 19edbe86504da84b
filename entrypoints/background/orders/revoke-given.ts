import type { Address, Hex } from 'viem';
import { understandTransaction } from '../../../shared/approvals/understand.ts';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { readContract } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';
import { approveCall } from '../sending/own-transactions.ts';
import type { FillBase, FillRecord } from '../state/fill-schemas.ts';
import { leftOf, remainingOf } from './fill-record.ts';
import { requestFor, type StepContext, spent } from './fill-steps.ts';

/** Changes of a record by a revocation. */
export type Revoked = Pick<FillBase, 'revocation' | 'leftover' | 'otherLeftover' | 'gasSpent'>;

/** Adds what can still be taken by the allowances of a fill that is over. */
export async function withLeftover(
  row: FillRecord,
  { retrying }: Pick<StepContext, 'retrying'>,
): Promise<FillRecord> {
  const read = await Promise.all(
    remainingOf(row).map(async ({ given, name }) => {
      const left = await leftOver(retrying, row.account, allowanceIn(given));
      return left === undefined ? {} : { [name]: left.toString() };
    }),
  );
  return Object.assign({ ...row }, ...read);
}

/** Asks to revoke the first allowance that the fill left behind; returns the record's changes. */
export async function revokeGiven(
  row: FillRecord,
  key: string,
  context: Omit<StepContext, 'onAgreed'> & { readonly onSent: (hash: string) => Promise<void> },
): Promise<Revoked> {
  const { account } = row;
  const [first] = leftOf(row);
  if (first === undefined) return { revocation: { key, stage: 'failed' } };
  const given = allowanceIn(first.given);
  const call = approveCall(given.token, given.spender, 0n);
  const sent =
    context.answerTo(key) ??
    (await context.transactions.ask(requestFor(account, { ...call, key })));
  await context.onSent(sent);
  const { status, hash } = await context.settled(sent);
  const left = await leftOver(context.retrying, account, given);
  const isDone = status === 'confirmed' && (left ?? 0n) === 0n;
  const leftover = isDone ? '0' : left?.toString();
  return {
    revocation: { key, stage: isDone ? 'done' : 'failed', hash },
    ...(leftover === undefined ? {} : { [first.name]: leftover }),
    ...(await spent(row, hash, context)),
  };
}

/** Returns the remaining allowance in base units; undefined when the node doesn't respond. */
async function leftOver(
  client: Rpc,
  account: string,
  { token, spender }: { readonly token: Address; readonly spender: Address },
): Promise<bigint | undefined> {
  return readContract(client, {
    address: token,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [account as Address, spender],
  }).catch(() => undefined);
}

/** Returns the token and the spender of our own approval call. */
function allowanceIn({ to, data }: { to: string; data: string }) {
  const call = understandTransaction({ to: to as Address, data: data as Hex, value: '0x0' });
  if (call.kind !== 'approve') throw new TypeError('The stored call is not an approval.');
  return { token: call.token, spender: call.spender };
}
