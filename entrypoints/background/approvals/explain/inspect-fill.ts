import type { Address } from 'viem';
import type { CheckFact } from '../../../../shared/approvals/facts/checks.ts';
import type { RefusalFact } from '../../../../shared/approvals/facts/dangers.ts';
import type { Understanding } from '../../../../shared/approvals/understanding.ts';
import { BOOKS } from '../../../../shared/chain/deployments.ts';
import { isSameAddress } from '../../../../shared/is-same-address.ts';
import type { CallMeaning } from '../../../../shared/messages/approval-view.ts';
import { describeOrder } from '../../../../shared/orders/describe.ts';
import { computeNonce } from '../../../../shared/orders/nonce.ts';
import type { Order } from '../../../../shared/orders/order.ts';
import { pictureOf } from '../../../../shared/orders/picture.ts';
import { quoteFill } from '../../../../shared/orders/quote.ts';
import type { Price8, UnixSeconds } from '../../../../shared/units.ts';
import type { Rpc } from '../../chain/rpc.ts';
import { verifyWithMaker } from '../../market/contract-maker.ts';
import { readFillFacts } from '../../market/fill-facts.ts';
import type { ModelValue } from '../../market/model-value.ts';
import { chainChecks, orderChecks } from './fill-checks.ts';
import { NO_FINDINGS, ownOrderCheck, valueFindings } from './fill-dangers.ts';
import { fillRows, highlightsOf, type KnownFill, movesOfFill } from './fill-rows.ts';
import { grantedBy } from './granted-by.ts';

const KNOWN_BOOKS = BOOKS.map(({ address }) => address);

/** The inspection of a fill, without its decoded call. */
export type FillInspection = Omit<CallMeaning, 'call'>;

/** Inspects a fill: its meaning, and every check with its result. */
export async function inspectFill(options: {
  understanding: Extract<Understanding, { kind: 'fill' }>;
  account: Address;
  client: Rpc;
  now: UnixSeconds;
  spotOf: (asset: string) => Price8 | undefined;
  isInFeed: (digest: string) => Promise<boolean | undefined>;
  modelValue?: ModelValue | undefined;
  earlier?: readonly Understanding[];
}): Promise<FillInspection> {
  const { understanding, account, client, now } = options;
  const { order, signature, referrer } = understanding;
  const nonce = computeNonce(order);
  const signed = { order, nonce, signature, optionBookAddress: understanding.book };
  const valuing = options.modelValue?.(order);
  const description = describeOrder(order);
  const verification = await verifyWithMaker(
    client,
    signed,
    // Sites may fill on any known book. Condor's own fills use only one book.
    { now, books: KNOWN_BOOKS },
  );
  const { asset } = description;
  // A separate check reports an unreachable node, so the inspection continues.
  const facts = await readFillFacts(client, account, signed).catch(() => undefined);
  const fill = knownFill(order, facts?.oraclePrice);
  // A feed can report any price, so the order's own oracle is preferred.
  const feedSpot = asset === undefined ? undefined : options.spotOf(asset);
  const spot = facts?.oraclePrice ?? feedSpot;
  const picture =
    fill === undefined || asset === undefined ? undefined : pictureFor(fill, asset, spot);
  const isRefused = verification.status === 'failed' || !understanding.isPinnedBook;
  const checks = orderChecks({
    understanding,
    verification,
    description,
    isInFeed: await options.isInFeed(verification.digest),
  });
  const onChain =
    fill === undefined
      ? []
      : await chainChecks({
          client,
          facts,
          order,
          description,
          quote: fill.quote,
          granted: grantedBy(options.earlier ?? [], understanding.book, order.collateral),
          converted: convertedBy(options.earlier ?? [], account, order.collateral),
        });
  const hasOtherPayoff = onChain.some(({ code }) => code === 'payoff.differs');
  const value =
    fill === undefined || isRefused
      ? NO_FINDINGS
      : valueFindings(fill, hasOtherPayoff, { now, spot, model: await valuing });
  return {
    ...(fill === undefined ? { leaves: [], arrives: [] } : movesOfFill(fill)),
    // An altered order has no reliable terms.
    highlights: fill === undefined || isRefused ? [] : highlightsOf(fill, hasOtherPayoff),
    endsAt: order.orderExpiryTimestamp,
    rows: fillRows({ order, description, fill, referrer, hasOtherPayoff }),
    checks: [...checks, ...ownOrderCheck(order.maker, account), ...onChain, ...value.checks],
    ...(picture === undefined || isRefused || hasOtherPayoff ? {} : { picture }),
    ...(isRefused ? { refusal: refusalOf(checks) } : {}),
    dangers: value.dangers,
  };
}

function refusalOf(checks: readonly CheckFact[]): RefusalFact {
  const finding = checks.find(({ status }) => status === 'failed');
  return { code: 'fill', ...(finding === undefined ? {} : { finding }) };
}

/** Returns an order with its quote; undefined for unknown terms. */
export function knownFill(order: Order, oraclePrice: Price8 | undefined): KnownFill | undefined {
  const description = describeOrder(order);
  const { terms, collateral } = description;
  if (terms === undefined || collateral === undefined) return undefined;
  const { symbol, decimals } = collateral;
  const quote = quoteFill({
    order,
    terms,
    contracts: order.numContracts,
    decimals,
    spot: oraclePrice,
  });
  return { order, description, quote, symbol, decimals };
}

function pictureFor(fill: KnownFill, asset: string, spot: Price8 | undefined) {
  const { terms } = fill.description;
  if (terms === undefined) return undefined;
  const { decimals, quote, order } = fill;
  const { curve } = quote;
  return pictureOf({ terms, contracts: order.numContracts, decimals, curve, asset, spot });
}

/** Returns the amount of a token that conversions in earlier calls bring to the account. */
function convertedBy(earlier: readonly Understanding[], account: Address, token: Address): bigint {
  const brings = (call: Understanding): bigint => {
    switch (call.kind) {
      case 'wrap':
        return isSameAddress(call.token, token) ? call.amount : 0n;
      case 'supply':
      case 'withdraw': {
        const made = call.kind === 'supply' ? call.receipt : call.asset;
        return isSameAddress(made, token) && isSameAddress(call.to, account) ? call.amount : 0n;
      }
      default:
        return 0n;
    }
  };
  return earlier.reduce((sum, call) => sum + brings(call), 0n);
}
