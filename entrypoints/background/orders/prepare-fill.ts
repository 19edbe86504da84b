import type { Address } from 'viem';
import { encodeFill } from '../../../shared/orders/calldata.ts';
import { describeOrder } from '../../../shared/orders/describe.ts';
import { fillNeeds } from '../../../shared/orders/fill-needs.ts';
import type { FeedEntry } from '../../../shared/orders/parse-feed.ts';
import { isConversion } from '../../../shared/orders/preparation.ts';
import { type FillQuote, quoteFill } from '../../../shared/orders/quote.ts';
import { budgetLeft, isCancelled } from '../../../shared/orders/sizing.ts';
import { isCutOff } from '../../../shared/orders/unfillable.ts';
import type { Wait } from '../../../shared/ports.ts';
import type { Contracts, UnixSeconds } from '../../../shared/units.ts';
import { approveCall } from '../approvals/sending/own-transactions.ts';
import type { Rpc } from '../chain/rpc.ts';
import { verifyWithMaker } from '../market/contract-maker.ts';
import type { OrdersFeed } from '../market/feed/feed.ts';
import { readFillFacts, whoLacks } from '../market/fill-facts.ts';
import { pickEntry } from './pick.ts';
import { type MadePreparation, type Preparation, preparationsFor } from './preparations.ts';
import { readFunds } from './read-funds.ts';
import type { SharedCheck } from './recent-checks.ts';
import { TicketError } from './ticket-error.ts';
import { type Call, tryFill } from './try-fill.ts';
import { validSize } from './valid-size.ts';

export interface PreparedFill {
  readonly fill: Call;
  readonly preparations: readonly Preparation[];
  /** Call that revokes the remaining allowance if the fill doesn't use all of it. */
  readonly cleanUp: Call | undefined;
  /** False when no node could simulate the fill with its preparations. */
  readonly isTried: boolean;
  /** Gas of each preparation and of the fill, if the node simulates all of them. */
  readonly gasUsed: readonly bigint[] | undefined;
  readonly quote: FillQuote;
  readonly contracts: Contracts;
  readonly collateral: Address;
}

/** Milliseconds until a node is asked again: public nodes can be 20 blocks behind. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 12_000, 15_000];

/**
 * Prepares a fill from the current feed and chain: verifies the order, the accepted size, budget
 * and tokens of both sides, conversions of the account's money, and the exact allowance. Then
 * simulates all transactions together. The order stays verbatim; only the number of contracts is
 * new. Doesn't prompt the user or send anything.
 * @throws TicketError, FeedError, and errors of the chain
 */
export async function prepareFill(options: FillOptions): Promise<PreparedFill> {
  const { feed, client, account, digest, wanted, referrer } = options;
  const snapshot = await feed.refresh();
  const entry = await pickEntry(client, feed, snapshot, digest, options.now());
  return options.share([digest, account, wanted, referrer].join(' '), () =>
    prepareEntry(entry, options),
  );
}

const restOf = ({ rest = 0n }: MadePreparation) => rest;

interface FillOptions {
  feed: OrdersFeed;
  client: Rpc;
  now: () => UnixSeconds;
  account: Address;
  digest: string;
  wanted: Contracts;
  referrer: Address;
  /** Preparations that were mined for this quote and aren't repeated. */
  made: readonly MadePreparation[];
  /** Mined conversions for any quote. A node that doesn't show them yet is asked again. */
  recent: readonly MadePreparation[];
  wait: Wait;
  /** Lets the fill use the check of its review. */
  share: SharedCheck<PreparedFill>;
}

async function prepareEntry(entry: FeedEntry, options: FillOptions): Promise<PreparedFill> {
  const { client, account, made } = options;
  const now = options.now();
  const { order, signature, optionBookAddress: book } = entry;
  // The order is checked before any allowance. An unknown book must not get an allowance.
  const { checks } = await verifyWithMaker(client, entry, { now });
  const failed = checks.find((found) => found.status === 'failed');
  if (failed?.status === 'failed') {
    throw new TicketError('orderRefused', { check: failed });
  }
  const { terms, collateral } = describeOrder(order);
  if (terms === undefined || collateral === undefined) {
    throw new TicketError('unknownProduct');
  }
  const { decimals } = collateral;
  const read = () =>
    Promise.all([
      readFillFacts(client, account, entry),
      readFunds(client, account, order.collateral),
    ]);
  const [numContracts, first] = await Promise.all([
    validSize(client, entry, { wanted: options.wanted, decimals }),
    read(),
  ]);
  if (numContracts === 0n) {
    throw new TicketError('tooSmall');
  }
  let [facts, funds] = first;
  if (isCutOff(order, facts.cutoff)) throw new TicketError('cutOff');
  const spot = facts.oraclePrice;
  const quote = quoteFill({ order, terms, contracts: numContracts, decimals, spot });
  const needs = fillNeeds(quote, order.collateral);
  const plan = () =>
    preparationsFor({
      account,
      book,
      token: order.collateral,
      needs,
      means: facts.taker,
      funds,
      made,
    });
  const awaited = [...made, ...options.recent];
  const again = (mined: readonly MadePreparation[]) =>
    plan().find((next) => mined.some((one) => next.kind === one.kind && next.amount > restOf(one)));
  for (const pause of awaited.length === 0 ? [] : PAUSES_MS) {
    if (again(awaited) === undefined) break;
    await options.wait(pause);
    [facts, funds] = await read();
  }
  const usage = order.isLong ? quote.premium : quote.collateral;
  if (isCancelled(facts.filled) || usage > budgetLeft(order.maxCollateralUsable, facts.filled)) {
    throw new TicketError('exhausted');
  }
  const preparations = plan();
  for (const what of ['balance', 'allowance'] as const) {
    if (!whoLacks(what, facts, quote).includes('maker')) continue;
    throw new TicketError(what === 'balance' ? 'makerBalance' : 'makerAllowance');
  }
  // A quote's preparation isn't repeated, even if a node doesn't show it yet.
  const repeated = again(made);
  if (repeated !== undefined)
    throw new TicketError(isConversion(repeated.kind) ? 'conversionUnseen' : 'takerAllowance');
  const { referrer } = options;
  const fill = { to: book, data: encodeFill({ order, signature, referrer, numContracts }) };
  const calls = [...preparations.map(({ call }) => call), fill];
  const trial = await tryFill(client, { account, calls });
  if (trial.kind === 'fails') throw new TicketError('wouldRevert', { reason: trial.reason });
  const isUsedUp = needs.allowance === (order.isLong ? quote.collateral : quote.premium);
  const isGiven = preparations.some(({ kind }) => kind === 'allow book');
  const cleanUp = isUsedUp || !isGiven ? undefined : approveCall(order.collateral, book, 0n);
  return {
    ...{ fill, preparations, cleanUp, quote },
    isTried: trial.kind === 'succeeds',
    gasUsed: trial.kind === 'succeeds' ? trial.gasUsed : undefined,
    contracts: numContracts,
    collateral: order.collateral,
  };
}
