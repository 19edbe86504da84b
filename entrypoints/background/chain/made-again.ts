import type { TransactionRecord } from '../../../shared/activity/record.ts';
import { CondorError } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import type { Wait } from '../../../shared/ports.ts';
import { failureIn } from './failure-in.ts';
import { pendingNonces } from './nonce.ts';
import { parseQuantity } from './quantities.ts';
import { readReceipt, readReceiptOnce } from './read-receipt.ts';
import type { Rpc } from './rpc.ts';
import { FINAL_DEPTH, isMined, isSettling } from './transaction-state.ts';

/** Thrown instead of repeating a transaction, because the lost transaction was mined after all. */
export class MinedAfterAll extends CondorError<'minedAfterAll'> {
  readonly lost: string;
  /** Hash of the mined transaction. It may be a sped-up version of the lost transaction. */
  readonly hash: string;

  constructor(lost: string, hash = lost) {
    super('minedAfterAll');
    this.lost = lost;
    this.hash = hash;
  }
}

/**
 * Thrown instead of sending a transaction again, because the lost transaction was mined or could
 * still be mined. Nothing was signed. `account-busy`: another transaction of the account with the
 * same nonce is pending. `lostUnclear`: a recent block used the nonce, and no node reports which
 * transaction used it.
 */
export class LostError extends CondorError<'lostStillOpen' | 'lostUnclear' | 'account-busy'> {
  constructor(code: LostError['code']) {
    super(code, 'The lost transaction can still be mined, or was.', {
      details: { phase: 'beforeSend' },
    });
  }
}

export interface Lost {
  readonly rpc: Rpc;
  readonly wait: Wait;
  readonly chainId: number;
  readonly account: string;
  readonly lost: readonly string[];
  readonly transactions: readonly TransactionRecord[];
}

/**
 * Returns the nonce for sending lost transactions again. If no block has used their own nonce,
 * returns that nonce, so that only one transaction can be mined. Returns undefined if another
 * transaction has used that nonce or if it isn't known.
 * @throws MinedAfterAll if a lost transaction succeeded; LostError while another lost transaction
 * could still be mined, or while a lagging node could hide that one was mined
 */
export async function nonceInsteadOf(options: Lost): Promise<number | undefined> {
  const { rpc, lost, transactions } = options;
  // Read before the receipts: if the nonce is used later, the chain rejects the transaction.
  const used = await countAt(options, 'latest');
  const open = new Set<number>();
  for (const hash of lost) {
    const first = firstOf(hash, transactions);
    // Nodes may still have a sped-up version of the transaction, or the version that this
    // transaction sped up.
    const same = [first, ...spedUp(first, transactions)].filter((id) => !lost.includes(id));
    const ids = [hash, ...same];
    const hasFailed = await ensureNotMined(options, ids, (id) => readReceiptOnce(rpc, id));
    const row = transactions.find(({ id }) => id === hash);
    const nonce = row?.nonce ?? (await nonceInPool(rpc, hash));
    if (nonce === undefined) continue;
    if (BigInt(nonce) >= used) open.add(nonce);
    else if (!hasFailed && !(await isTaken(options, nonce, ids))) await ensureDecided(options, ids);
  }
  const [nonce] = open;
  // One nonce can't replace two transactions. If another pending transaction of the account uses
  // the nonce, that transaction must not be replaced.
  if (open.size > 1) throw new LostError('lostStillOpen');
  if (nonce !== undefined && pendingNonces(options).has(nonce)) throw new LostError('account-busy');
  return nonce;
}

/**
 * Returns true when one of the transactions was mined and has failed.
 * @throws MinedAfterAll when one succeeded
 */
async function ensureNotMined(
  { rpc, transactions }: Lost,
  ids: readonly string[],
  read: (id: string) => ReturnType<typeof readReceiptOnce>,
): Promise<boolean> {
  const [lost = ''] = ids;
  let hasFailed = false;
  for (const id of ids) {
    const row = transactions.find((one) => one.id === id);
    // Nodes can lack old receipts, and the code of an old block. A recent batch is read again,
    // because a reorganization can let it succeed.
    if (row?.status === 'confirmed') throw new MinedAfterAll(lost, id);
    const didNothing =
      row?.status === 'failed' && row.failure?.code === 'code unchanged' && !isSettling(row);
    const receipt = didNothing ? undefined : await read(id);
    if (receipt !== undefined && (await failureIn(rpc, row?.code, receipt)) === undefined)
      throw new MinedAfterAll(lost, id);
    hasFailed ||= didNothing || receipt !== undefined;
  }
  return hasFailed;
}

/**
 * Returns true when another transaction has used the nonce: a transaction of the wallet, or any
 * transaction in a block so deep that no lagging node can hide the receipts of `ids`.
 */
async function isTaken(options: Lost, nonce: number, ids: readonly string[]): Promise<boolean> {
  const { rpc, account, chainId, transactions } = options;
  const rivals = transactions.filter(
    (row) => row.chainId === chainId && row.nonce === nonce && isSameAddress(row.account, account),
  );
  for (const row of rivals) {
    if (ids.includes(row.id)) continue;
    if (isMined(row) && row.block !== undefined) return true;
    if ((await readReceiptOnce(rpc, row.hash)) !== undefined) return true;
  }
  const head = parseQuantity(await rpc.request('eth_blockNumber', []));
  const final = head > FINAL_DEPTH ? head - FINAL_DEPTH : 0n;
  return (await countAt(options, `0x${final.toString(16)}`)) > BigInt(nonce);
}

/**
 * Repeats reading the receipts until a node has one.
 * @throws MinedAfterAll when a transaction succeeded; LostError when no node has a receipt
 */
async function ensureDecided(options: Lost, ids: readonly string[]): Promise<void> {
  const { rpc, wait } = options;
  if (!(await ensureNotMined(options, ids, (id) => readReceipt(rpc, wait, id))))
    throw new LostError('lostUnclear');
}

const countAt = async ({ rpc, account }: Lost, block: string): Promise<bigint> =>
  parseQuantity(await rpc.request('eth_getTransactionCount', [account, block]));

/** Returns the original transaction of a chain of speed-ups. */
function firstOf(id: string, transactions: readonly TransactionRecord[]): string {
  const former = transactions.find((row) => row.id === id)?.speedsUp;
  if (former === undefined) return id;
  // Prevents an endless search in stored rows that name each other.
  return firstOf(
    former,
    transactions.filter((row) => row.id !== id),
  );
}

/** Returns the ids of all speed-ups of a transaction, including speed-ups of speed-ups. */
function spedUp(lost: string, transactions: readonly TransactionRecord[]): readonly string[] {
  const others = transactions.filter(({ speedsUp }) => speedsUp !== lost);
  // Each row is visited only once. Otherwise rows that name each other would cause an endless
  // search.
  return transactions
    .filter(({ speedsUp }) => speedsUp === lost)
    .flatMap(({ id }) => [id, ...spedUp(id, others)]);
}

/** Returns the nonce of a transaction that is in a node's pool but no longer in the activity. */
async function nonceInPool(rpc: Rpc, hash: string): Promise<number | undefined> {
  const found = await rpc.request('eth_getTransactionByHash', [hash]);
  return isRecord(found) ? Number(parseQuantity(found.nonce)) : undefined;
}
