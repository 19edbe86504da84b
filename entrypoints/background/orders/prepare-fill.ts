import type { Address } from 'viem';
import { encodeFill } from '../../../shared/orders/calldata.ts';
import { describeOrder } from '../../../shared/orders/describe.ts';
import { quoteFill } from '../../../shared/orders/quote.ts';
import { budgetLeft, isCancelled } from '../../../shared/orders/sizing.ts';
import { isCutOff } from '../../../shared/orders/unfillable.ts';
import type { Wait } from '../../../shared/ports.ts';
import type { Contracts, UnixSeconds } from '../../../shared/units.ts';
import type { Rpc } from '../chain/rpc.ts';
import { approveCall } from '../sending/own-transactions.ts';
import { verifyWithMaker } from './contract-maker.ts';
import type { OrdersFeed } from './feed.ts';
import { readFillFacts, whoLacks } from './fill-facts.ts';
import { pickEntry } from './pick.ts';
import { TicketError } from './ticket-error.ts';
import { type Call, tryFill } from './try-fill.ts';
import { validSize } from './valid-size.ts';

export interface PreparedFill {
  readonly fill: Call;
  /** The exact allowance, when the book's current one is too small. */
  readonly allowance: Call | undefined;
  /** False when no node could simulate the fill before its allowance exists. */
  readonly isTried: boolean;
}

/** Pauses until a lagging node shows a mined allowance; some public nodes are 20 blocks behind. */
const ALLOWANCE_PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 12_000, 15_000];

/**
 * Prepares a fill with a fresh feed and chain: verifies the order, the size that the book accepts,
 * budget and tokens of both sides, and the exact allowance where one is missing. Then simulates
 * allowance and fill together. The order stays verbatim; only the number of contracts is new.
 * Doesn't ask or send anything.
 * @throws TicketError, FeedError, and errors of the chain
 */
export async function prepareFill(options: {
  feed: OrdersFeed;
  client: Rpc;
  now: () => UnixSeconds;
  account: Address;
  digest: string;
  wanted: Contracts;
  referrer: Address;
  /** The allowance is mined: a node that doesn't show it yet is asked again after this pause. */
  awaitAllowance?: Wait;
}): Promise<PreparedFill> {
  const { feed, client, account } = options;
  const snapshot = await feed.refresh();
  const now = options.now();
  const entry = await pickEntry(client, feed, snapshot, options.digest, now);
  const { order, signature, optionBookAddress: book } = entry;
  // Checked before any allowance: a book that isn't pinned must not get one.
  const { checks } = await verifyWithMaker(client, entry, { now });
  const failed = checks.find((found) => found.status === 'failed');
  if (failed?.status === 'failed') {
    throw new TicketError('order-refused', { check: failed });
  }
  const { terms, collateral } = describeOrder(order);
  if (terms === undefined || collateral === undefined) {
    throw new TicketError('unknown-product');
  }
  const { decimals } = collateral;
  const numContracts = await validSize(client, entry, { wanted: options.wanted, decimals });
  if (numContracts === 0n) {
    throw new TicketError('too-small');
  }
  let facts = await readFillFacts(client, account, entry);
  if (isCutOff(order, facts.cutoff)) throw new TicketError('cut-off');
  const spot = facts.oraclePrice;
  const quote = quoteFill({ order, terms, contracts: numContracts, decimals, spot });
  for (const pause of options.awaitAllowance === undefined ? [] : ALLOWANCE_PAUSES_MS) {
    if (facts.taker.allowance >= quote.allowance) break;
    await options.awaitAllowance?.(pause);
    facts = await readFillFacts(client, account, entry);
  }
  const usage = order.isLong ? quote.premium : quote.collateral;
  if (isCancelled(facts.filled) || usage > budgetLeft(order.maxCollateralUsable, facts.filled)) {
    throw new TicketError('exhausted');
  }
  const [short] = whoLacks('balance', facts, quote);
  if (short !== undefined) throw new TicketError(`${short}-balance`);
  if (whoLacks('allowance', facts, quote).includes('maker')) {
    throw new TicketError('maker-allowance');
  }
  const { referrer } = options;
  const fill = { to: book, data: encodeFill({ order, signature, referrer, numContracts }) };
  const allowance =
    facts.taker.allowance >= quote.allowance
      ? undefined
      : approveCall(order.collateral, book, quote.allowance);
  const trial = await tryFill(client, { account, fill, allowance });
  if (trial.kind === 'fails') throw new TicketError('would-revert', { reason: trial.reason });
  return { fill, allowance, isTried: trial.kind === 'succeeds' };
}
