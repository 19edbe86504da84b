import { i18n } from '#i18n';
import type { Understanding } from '../../../shared/approvals/understanding.ts';
import type { ApprovalCheck } from '../../../shared/approvals/view.ts';
import { shortAddress } from '../../../shared/format.ts';
import type { OrderDescription } from '../../../shared/orders/describe.ts';
import type { Order } from '../../../shared/orders/order.ts';
import { implementationAt } from '../../../shared/orders/products.ts';
import type { FillQuote } from '../../../shared/orders/quote.ts';
import { budgetLeft, isCancelled } from '../../../shared/orders/sizing.ts';
import { deliveryToken, type Verification } from '../../../shared/orders/verify.ts';
import type { Rpc } from '../chain/rpc.ts';
import { describeCheck } from '../orders/check-words.ts';
import { type FillFacts, needsOf } from '../orders/fill-facts.ts';
import {
  amountWords,
  localWords,
  productWords,
  strikesWords,
  utcWords,
} from '../orders/market-words.ts';
import { checkPayoff } from '../orders/payoff-check.ts';
import { payoffChecks } from './payoff-checks.ts';

type FillCall = Extract<Understanding, { kind: 'fill' }>;

/** What is wrong or right with the order itself: it takes no chain, but for a maker's contract. */
export function orderChecks(options: {
  understanding: FillCall;
  verification: Verification;
  description: OrderDescription;
  isInFeed: boolean | undefined;
  /** The user trusts the book by hand. */
  isTrustedBook: boolean;
}): ApprovalCheck[] {
  const { understanding, verification, description, isTrustedBook } = options;
  const { order } = understanding.fill;
  const passed = passedWords(order, description, verification);
  const inUtc = {
    'option expiry': utcWords(order.expiry),
    'quote expiry': utcWords(order.orderExpiryTimestamp),
  };
  return [
    bookCheck(understanding, isTrustedBook),
    ...verification.checks
      .filter(({ check }) => check !== 'book')
      .map((found) => describeCheck(found, passed, inUtc)),
    feedCheck(options.isInFeed),
  ];
}

function bookCheck({ book, isPinnedBook }: FillCall, isTrustedBook: boolean): ApprovalCheck {
  const label = i18n.t('fill.check.book');
  const address = shortAddress(book);
  if (isTrustedBook) {
    const detail = i18n.t('fill.finding.trustedBook', { address });
    return { label, status: 'warned', detail, full: book };
  }
  return isPinnedBook
    ? { label, status: 'passed', detail: i18n.t('fill.passed.book', { address }) }
    : { label, status: 'failed', detail: i18n.t('fill.finding.book') };
}

function passedWords(order: Order, description: OrderDescription, { signer }: Verification) {
  const known = implementationAt(order.implementation);
  const { symbol } = description.collateral ?? {};
  const delivered = deliveryToken(order);
  return {
    ...(known === undefined
      ? {}
      : {
          implementation: i18n.t('fill.passed.implementation', {
            product: productWords(description),
            revision: known.implementation.revision,
          }),
        }),
    ...(known === undefined && description.product !== undefined
      ? {
          implementation: i18n.t('fill.passed.trustedImplementation', {
            product: productWords(description),
          }),
        }
      : {}),
    ...(symbol === undefined ? {} : { collateral: symbol }),
    ...(description.asset === undefined ? {} : { 'price feed': description.asset }),
    strikes: strikesWords(description.strikesAscending),
    'option side': i18n.t(
      known?.product.isCall === undefined
        ? 'fill.passed.either'
        : order.isCall
          ? 'fill.passed.call'
          : 'fill.passed.put',
    ),
    'extra data':
      delivered === undefined
        ? i18n.t('fill.passed.noExtraData')
        : i18n.t('fill.passed.deliveryToken', { symbol: delivered.symbol }),
    price: `${amountWords(order.price, 8)} ${symbol ?? ''}`.trim(),
    'option expiry': localWords(order.expiry),
    'quote expiry': localWords(order.orderExpiryTimestamp),
    nonce: i18n.t('fill.passed.nonce'),
    ...(signer === undefined
      ? {}
      : { signature: i18n.t('fill.passed.signature', { address: shortAddress(signer) }) }),
  };
}

function feedCheck(isInFeed: boolean | undefined): ApprovalCheck {
  const label = i18n.t('fill.check.feed');
  if (isInFeed === true) return { label, status: 'passed', detail: i18n.t('fill.passed.feed') };
  return {
    label,
    status: 'warned',
    detail: i18n.t(isInFeed === false ? 'fill.finding.notInFeed' : 'fill.finding.feedUnread'),
  };
}

/**
 * What only the chain knows: the budget left, whether allowances and balances of both sides suffice, and
 * whether the option contract pays what is drawn. `granted` is what earlier calls of the same request
 * let the book take.
 */
export async function chainChecks(options: {
  client: Rpc;
  /** Undefined when the node did not tell them. */
  facts: FillFacts | undefined;
  order: Order;
  description: OrderDescription;
  quote: FillQuote;
  granted: bigint | undefined;
}): Promise<ApprovalCheck[]> {
  const { client, facts, order, description, quote } = options;
  const { terms, collateral } = description;
  if (terms === undefined || collateral === undefined) return [];
  const { implementation, strikes } = order;
  const { decimals, symbol } = collateral;
  if (facts === undefined) {
    return [
      {
        label: i18n.t('fill.check.chain'),
        status: 'warned',
        detail: i18n.t('fill.finding.chain'),
      },
      ...payoffChecks('unknown', terms),
    ];
  }
  const payoff = await checkPayoff(client, { implementation, strikes, terms, decimals });
  const amount = (value: bigint) => `${amountWords(value, decimals, decimals)} ${symbol}`;
  return [
    budgetCheck(order, facts, quote, amount),
    ...meansChecks(facts, quote, options.granted, amount),
    ...payoffChecks(payoff, terms),
  ];
}

function budgetCheck(
  order: Order,
  { filled }: FillFacts,
  quote: FillQuote,
  amount: (value: bigint) => string,
): ApprovalCheck {
  const label = i18n.t('fill.check.budget');
  const left = budgetLeft(order.maxCollateralUsable, filled);
  const usage = order.isLong ? quote.premium : quote.collateral;
  if (isCancelled(filled)) {
    return { label, status: 'warned', detail: i18n.t('fill.finding.cancelled') };
  }
  return usage <= left
    ? { label, status: 'passed', detail: i18n.t('fill.passed.left', { amount: amount(left) }) }
    : {
        label,
        status: 'warned',
        detail: i18n.t('fill.finding.budget', { left: amount(left), needed: amount(usage) }),
      };
}

function meansChecks(
  facts: FillFacts,
  quote: FillQuote,
  granted: bigint | undefined,
  amount: (value: bigint) => string,
): ApprovalCheck[] {
  const needs = needsOf(quote);
  const has = (label: string, held: bigint, needed: bigint, finding: string): ApprovalCheck =>
    held >= needed
      ? {
          label,
          status: 'passed',
          detail: i18n.t('fill.passed.enough', { needed: amount(needed) }),
        }
      : { label, status: 'warned', detail: finding };
  const { taker, maker } = facts;
  const short = (held: bigint, needed: bigint) => ({ held: amount(held), needed: amount(needed) });
  const allowed = i18n.t('fill.check.allowance');
  return [
    granted !== undefined && granted >= needs.taker.allowance
      ? { label: allowed, status: 'passed', detail: i18n.t('fill.passed.granted') }
      : has(
          allowed,
          taker.allowance,
          needs.taker.allowance,
          i18n.t('fill.finding.allowance', short(taker.allowance, needs.taker.allowance)),
        ),
    has(
      i18n.t('fill.check.balance'),
      taker.balance,
      needs.taker.balance,
      i18n.t('fill.finding.balance', short(taker.balance, needs.taker.balance)),
    ),
    maker.balance >= needs.maker.balance && maker.allowance >= needs.maker.allowance
      ? {
          label: i18n.t('fill.check.makerMeans'),
          status: 'passed',
          detail: i18n.t('fill.passed.enough', { needed: amount(needs.maker.allowance) }),
        }
      : {
          label: i18n.t('fill.check.makerMeans'),
          status: 'warned',
          detail: i18n.t('fill.finding.makerMeans'),
        },
  ];
}
