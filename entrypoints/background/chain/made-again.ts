import type { TransactionRecord } from '../../../shared/activity/record.ts';
import { CondorError } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { pendingNonces } from './nonce.ts';
import { parseQuantity } from './quantities.ts';
import { readReceiptOnce } from './read-receipt.ts';
import type { Rpc } from './rpc.ts';

/** A transaction isn't made again, because the lost one was mined after all. */
export class MinedAfterAll extends CondorError<'minedAfterAll'> {
  readonly lost: string;
  /** Hash of the mined one: the lost one can have been sped up. */
  readonly hash: string;

  constructor(lost: string, hash = lost) {
    super('minedAfterAll', 'The transaction that was given up as lost was mined.');
    this.lost = lost;
    this.hash = hash;
  }
}

/**
 * A transaction isn't made again, because an earlier one could be mined beside it. Nothing was signed.
 * `account-busy`: another own transaction waits with the lost one's nonce.
 */
export class LostError extends CondorError<'lostStillOpen' | 'account-busy'> {
  constructor(code: LostError['code']) {
    super(code, 'The lost transaction can still be mined.', { details: { phase: 'beforeSend' } });
  }
}

/** Lost transactions of an account, and the account's own ones. */
export interface Lost {
  readonly rpc: Rpc;
  readonly chainId: number;
  readonly account: string;
  readonly lost: readonly string[];
  readonly transactions: readonly TransactionRecord[];
}

/**
 * Returns the nonce of a transaction that is made again: that of the `lost` ones while no block has
 * used it, so that the chain takes only one of them. Undefined when other transactions used theirs,
 * or when it isn't known.
 * @throws MinedAfterAll once a lost one succeeded; LostError while another one's nonce could still be
 * used beside this one
 */
export async function nonceInsteadOf(options: Lost): Promise<number | undefined> {
  const { rpc, account, lost, transactions } = options;
  // Read before the receipts: a nonce that is used meanwhile is refused by the chain.
  const used = parseQuantity(await rpc.request('eth_getTransactionCount', [account, 'latest']));
  const open = new Set<number>();
  const isMined = async (hash: string) => (await readReceiptOnce(rpc, hash))?.status === '0x1';
  for (const hash of lost) {
    if (await isMined(hash)) throw new MinedAfterAll(hash);
    const row = transactions.find(({ id }) => id === hash);
    for (const id of spedUp(hash, transactions))
      if (!lost.includes(id) && (await isMined(id))) throw new MinedAfterAll(hash, id);
    const nonce = row?.nonce ?? (await nonceInPool(rpc, hash));
    if (nonce !== undefined && BigInt(nonce) >= used) open.add(nonce);
  }
  const [nonce] = open;
  // One nonce can't replace two lost ones, and another own transaction with it isn't replaced.
  if (open.size > 1) throw new LostError('lostStillOpen');
  if (nonce !== undefined && pendingNonces(options).has(nonce)) throw new LostError('account-busy');
  return nonce;
}

/** Returns the ids of the transactions that sped one up, and of those that sped these up. */
function spedUp(lost: string, transactions: readonly TransactionRecord[]): readonly string[] {
  const others = transactions.filter(({ speedsUp }) => speedsUp !== lost);
  // Visits each row once: stored rows that name each other must not make the search endless.
  return transactions
    .filter(({ speedsUp }) => speedsUp === lost)
    .flatMap(({ id }) => [id, ...spedUp(id, others)]);
}

/** Returns the nonce of a transaction that a node has again, and that the activity forgot. */
async function nonceInPool(rpc: Rpc, hash: string): Promise<number | undefined> {
  const found = await rpc.request('eth_getTransactionByHash', [hash]);
  return isRecord(found) ? Number(parseQuantity(found.nonce)) : undefined;
}
