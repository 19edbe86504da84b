import type { Address } from 'viem';
import {
  type AmountFact,
  tokenFact,
  tradedFact,
} from '../../../../shared/approvals/facts/amounts.ts';
import type { CheckFact, OrderTerm } from '../../../../shared/approvals/facts/checks.ts';
import { strikesFact } from '../../../../shared/approvals/facts/strikes.ts';
import type { Understanding } from '../../../../shared/approvals/understanding.ts';
import { tokenAt } from '../../../../shared/chain/tokens.ts';
import type { OrderDescription } from '../../../../shared/orders/describe.ts';
import { type CheckName, deliveryToken } from '../../../../shared/orders/fit.ts';
import type { Order } from '../../../../shared/orders/order.ts';
import { implementationAt } from '../../../../shared/orders/products.ts';
import type { FillQuote } from '../../../../shared/orders/quote.ts';
import { budgetLeft, isCancelled } from '../../../../shared/orders/sizing.ts';
import type { Verification } from '../../../../shared/orders/verify.ts';
import type { Rpc } from '../../chain/rpc.ts';
import { type FillFacts, needsOf } from '../../market/fill-facts.ts';
import { checkPayoff } from '../../market/payoff-check.ts';
import { payoffChecks } from './payoff-checks.ts';

type FillCall = Extract<Understanding, { kind: 'fill' }>;

/** Checks the order itself. Reads the chain only if the maker is a contract. */
export function orderChecks(options: {
  understanding: FillCall;
  verification: Verification;
  description: OrderDescription;
  isInFeed: boolean | undefined;
}): CheckFact[] {
  const { understanding, verification, description } = options;
  const terms = orderTerms(understanding.order, description, verification.signer);
  return [
    bookCheck(understanding),
    ...verification.checks
      .filter(({ check }) => check !== 'book')
      .map((found): CheckFact => {
        const { [found.check]: term } = terms;
        const isKnown = found.status === 'passed' && term !== undefined;
        return { code: 'order', status: found.status, found, ...(isKnown ? { term } : {}) };
      }),
    // An expired quote is no longer in the feed, and has its own check.
    ...(hasExpired(options.verification) ? [] : [feedCheck(options.isInFeed)]),
  ];
}

function hasExpired({ checks }: Verification): boolean {
  return checks.some(({ check, status }) => check === 'quote expiry' && status === 'failed');
}

function bookCheck({ book, isPinnedBook }: FillCall): CheckFact {
  return isPinnedBook
    ? { code: 'fillBook.known', status: 'passed', book }
    : { code: 'fillBook.unknown', status: 'failed' };
}

/** Returns the order's values that are shown with passed checks. */
export function orderTerms(
  order: Order,
  description: OrderDescription,
  signer: Address | undefined,
): Readonly<Partial<Record<CheckName, OrderTerm>>> {
  const known = implementationAt(order.implementation);
  const { symbol } = description.collateral ?? {};
  const delivered = deliveryToken(order);
  const traded = tradedFact(description);
  const side = order.isCall ? 'call' : 'put';
  return {
    ...(known === undefined && description.product === undefined
      ? {}
      : {
          implementation: {
            kind: 'implementation',
            traded,
            ...(known === undefined ? {} : { revision: known.implementation.revision }),
          },
        }),
    ...(symbol === undefined ? {} : { collateral: { kind: 'symbol', symbol } }),
    ...(description.asset === undefined
      ? {}
      : { 'price feed': { kind: 'symbol', symbol: description.asset } }),
    strikes: { kind: 'strikes', ...strikesFact(description.strikesAscending) },
    'option side': {
      kind: 'option side',
      is: known?.product.isCall === undefined ? 'either' : side,
    },
    'extra data': {
      kind: 'extra data',
      ...(delivered === undefined ? {} : { delivered: delivered.symbol }),
    },
    price: {
      kind: 'price',
      price: order.price.toString(),
      ...(symbol === undefined ? {} : { symbol }),
    },
    'option expiry': { kind: 'time', at: order.expiry },
    'quote expiry': { kind: 'time', at: order.orderExpiryTimestamp },
    nonce: { kind: 'nonce' },
    ...(signer === undefined ? {} : { signature: { kind: 'signer', address: signer } }),
  };
}

function feedCheck(isInFeed: boolean | undefined): CheckFact {
  if (isInFeed === true) return { code: 'feed.listed', status: 'passed' };
  return { code: isInFeed === false ? 'feed.notListed' : 'feed.unread', status: 'warned' };
}

/**
 * Checks the state of the chain: the remaining budget, allowances and balances of both sides, and
 * the option contract's payoff. `granted` is the allowance that earlier calls of the same request
 * set. `converted` is the amount of tokens that conversions in these calls bring.
 */
export async function chainChecks(options: {
  client: Rpc;
  /** Undefined when the node didn't report the facts. */
  facts: FillFacts | undefined;
  order: Order;
  description: OrderDescription;
  quote: FillQuote;
  granted: bigint | undefined;
  converted: bigint;
}): Promise<CheckFact[]> {
  const { client, facts, order, description, quote } = options;
  const { terms, collateral } = description;
  if (terms === undefined || collateral === undefined) return [];
  const { implementation, strikes } = order;
  if (facts === undefined) {
    return [{ code: 'chain.unread', status: 'warned' }, ...payoffChecks('unknown', terms)];
  }
  const { decimals } = collateral;
  const payoff = await checkPayoff(client, { implementation, strikes, terms, decimals });
  const token = tokenFact(order.collateral, { nameAt: () => tokenAt(order.collateral) });
  const amount = (units: bigint): AmountFact => ({ token, units: units.toString() });
  return [
    budgetCheck(order, facts, quote, amount),
    ...meansChecks(facts, quote, options, amount),
    ...payoffChecks(payoff, terms),
  ];
}

type ToAmount = (units: bigint) => AmountFact;

function budgetCheck(
  order: Order,
  { filled }: FillFacts,
  quote: FillQuote,
  amount: ToAmount,
): CheckFact {
  if (isCancelled(filled)) return { code: 'budget.cancelled', status: 'warned' };
  const left = budgetLeft(order.maxCollateralUsable, filled);
  const usage = order.isLong ? quote.premium : quote.collateral;
  return usage <= left
    ? { code: 'budget.left', status: 'passed', left: amount(left) }
    : { code: 'budget.short', status: 'warned', left: amount(left), needed: amount(usage) };
}

function meansChecks(
  { taker, maker }: FillFacts,
  quote: FillQuote,
  { granted, converted }: { readonly granted: bigint | undefined; readonly converted: bigint },
  amount: ToAmount,
): CheckFact[] {
  const needs = needsOf(quote);
  const check = (what: 'allowance' | 'balance', held: bigint, needed: bigint): CheckFact =>
    held >= needed
      ? { code: `${what}.enough`, status: 'passed', needed: amount(needed) }
      : { code: `${what}.short`, status: 'warned', held: amount(held), needed: amount(needed) };
  const isGranted = granted !== undefined && granted >= needs.taker.allowance;
  const isMakerAble =
    maker.balance >= needs.maker.balance && maker.allowance >= needs.maker.allowance;
  return [
    isGranted
      ? { code: 'allowance.granted', status: 'passed' }
      : check('allowance', taker.allowance, needs.taker.allowance),
    check('balance', taker.balance + converted, needs.taker.balance),
    isMakerAble
      ? { code: 'maker.enough', status: 'passed', needed: amount(needs.maker.allowance) }
      : { code: 'maker.short', status: 'warned' },
  ];
}
