import type { Address } from 'viem';
import type { Understanding } from '../../../shared/approvals/understanding.ts';
import type {
  ApprovalCheck,
  ApprovalRow,
  AssetMove,
  PayoffPicture,
} from '../../../shared/approvals/view.ts';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { optionBookAbi } from '../../../shared/chain/abi/option-book.ts';
import {
  exactAmount,
  formatAmount,
  formatPrice,
  formatUtc,
  shortAddress,
} from '../../../shared/format.ts';
import { describeOrder } from '../../../shared/orders/describe.ts';
import { computeNonce } from '../../../shared/orders/nonce.ts';
import { pictureOf } from '../../../shared/orders/picture.ts';
import { type FillQuote, quoteFill } from '../../../shared/orders/quote.ts';
import { budgetLeft, isCancelled } from '../../../shared/orders/sizing.ts';
import { verifyOrder } from '../../../shared/orders/verify.ts';
import { type Price8, tokenAmount, type UnixSeconds } from '../../../shared/units.ts';
import { multicall } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';
import { describeCheck } from './check-words.ts';

export interface FillInspection {
  readonly sentence: string;
  readonly leaves: readonly AssetMove[];
  readonly arrives: readonly AssetMove[];
  readonly highlights: readonly ApprovalRow[];
  readonly rows: readonly ApprovalRow[];
  readonly checks: readonly ApprovalCheck[];
  readonly picture?: PayoffPicture;
  readonly endsAt: number;
  readonly refusal?: string;
}

const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000';

/** A fill before it can be confirmed: what it means, and every check with its result. */
export async function inspectFill(options: {
  understanding: Extract<Understanding, { kind: 'fill' }>;
  account: Address;
  client: Rpc;
  now: UnixSeconds;
  spotOf: (asset: string) => Price8 | undefined;
  isInFeed: (digest: string) => boolean | undefined;
}): Promise<FillInspection> {
  const { understanding, account, client, now } = options;
  const { order, signature, referrer } = understanding.fill;
  const description = describeOrder(order);
  const { collateral, terms, asset, takerSide } = description;
  const verification = verifyOrder(
    { order, signature, nonce: computeNonce(order), optionBookAddress: understanding.book },
    { now },
  );
  const spot = asset === undefined ? undefined : options.spotOf(asset);
  const quote =
    terms === undefined || collateral === undefined
      ? undefined
      : quoteFill({
          order,
          terms,
          contracts: order.numContracts,
          decimals: collateral.decimals,
          spot,
        });
  const checks: ApprovalCheck[] = [
    {
      label: 'Order book',
      status: understanding.isPinnedBook ? 'passed' : 'failed',
      detail: understanding.isPinnedBook
        ? `Known contract ${shortAddress(understanding.book)}`
        : 'This contract is not one of the known order books.',
    },
    ...verification.checks.filter(({ check }) => check !== 'book').map(describeCheck),
    feedCheck(options.isInFeed(verification.digest)),
    ...(await chainChecks({ client, account, understanding, quote, symbol: collateral?.symbol })),
  ];
  const isRefused = verification.status === 'failed' || !understanding.isPinnedBook;
  const symbol = collateral?.symbol ?? '';
  const decimals = collateral?.decimals ?? 0;
  const count = formatAmount(order.numContracts, decimals);
  const picture = quote && asset ? pictureOf({ quote, description, asset, spot }) : undefined;
  const name = `${asset ?? 'unknown asset'} ${description.label.toLowerCase()}`;
  return {
    sentence: `${takerSide === 'buy' ? 'Buy' : 'Sell'} ${count} ${order.numContracts === 10n ** BigInt(decimals) ? 'contract' : 'contracts'} of ${name}`,
    leaves: quote === undefined ? [] : moves(quote, 'leaves', symbol, decimals),
    arrives: quote === undefined ? [] : moves(quote, 'arrives', symbol, decimals),
    highlights: quote === undefined ? [] : highlightsOf(quote, order.expiry, symbol, decimals),
    endsAt: order.orderExpiryTimestamp,
    rows: [
      { label: 'Product', value: `${description.label} on ${asset ?? 'unknown asset'}` },
      { label: 'Your side', value: takerSide === 'buy' ? 'You buy' : 'You sell' },
      {
        label: description.strikesAscending.length === 1 ? 'Strike' : 'Strikes',
        value: description.strikesAscending.map(formatPrice).join(' · '),
      },
      { label: 'Contracts', value: count, full: exactAmount(order.numContracts, decimals) },
      ...(quote === undefined ? [] : moneyRows(quote, symbol, decimals)),
      { label: 'Maker', value: shortAddress(order.maker), full: order.maker },
      {
        label: 'Referrer',
        value: referrer === ZERO_ADDRESS ? 'None: nobody earns on this' : shortAddress(referrer),
        full: referrer,
      },
    ],
    checks,
    ...(picture === undefined ? {} : { picture }),
    ...(isRefused
      ? { refusal: 'A check that protects your money failed, so Condor does not sign this fill.' }
      : {}),
  };
}

function moneyRows(quote: FillQuote, symbol: string, decimals: number): ApprovalRow[] {
  const amount = (value: bigint) => ({
    value: `${formatAmount(value, decimals)} ${symbol}`,
    full: `${exactAmount(value, decimals)} ${symbol}`,
  });
  return [
    { label: 'Premium', ...amount(quote.premium) },
    {
      label: quote.isFeeExact ? 'Fee, inside the premium' : 'Fee, at most',
      ...amount(quote.fee),
    },
    ...(quote.side === 'sell' ? [{ label: 'Collateral', ...amount(quote.collateral) }] : []),
    { label: 'Max payout', ...amount(quote.side === 'buy' ? quote.maxPayoff : quote.receives) },
  ];
}

function highlightsOf(
  quote: FillQuote,
  expiry: UnixSeconds,
  symbol: string,
  decimals: number,
): ApprovalRow[] {
  const { maxLoss, maxProfit, breakEvens } = quote.curve;
  const amount = (value: bigint) => ({
    value: `${formatAmount(value, decimals)} ${symbol}`,
    full: `${exactAmount(value, decimals)} ${symbol}`,
  });
  return [
    { label: 'Max loss', ...amount(maxLoss) },
    { label: 'Max profit', ...amount(maxProfit) },
    {
      label: 'Break-even',
      value: breakEvens.length === 0 ? '—' : breakEvens.map(formatPrice).join(' · '),
    },
    { label: 'Expires', value: formatUtc(expiry) },
  ];
}

function moves(
  quote: FillQuote,
  direction: 'leaves' | 'arrives',
  symbol: string,
  decimals: number,
): AssetMove[] {
  const move = (amount: bigint, note: string): AssetMove => ({
    symbol,
    amount: formatAmount(amount, decimals),
    exact: exactAmount(amount, decimals),
    note,
  });
  if (quote.side === 'buy') {
    return direction === 'leaves'
      ? [move(quote.premium, 'premium')]
      : [{ symbol: 'option', amount: '1', exact: '1', note: 'a new option contract' }];
  }
  return direction === 'leaves'
    ? [move(quote.collateral, 'locked until settlement')]
    : [move(quote.receives, 'premium after the fee')];
}

function feedCheck(isInFeed: boolean | undefined): ApprovalCheck {
  const label = 'Live feed';
  if (isInFeed === true)
    return { label, status: 'passed', detail: 'The quote stands in the feed.' };
  return {
    label,
    status: 'warned',
    detail:
      isInFeed === false
        ? 'The quote is not in the live feed: it may come from elsewhere.'
        : 'The live feed could not be read, so nothing is known.',
  };
}

/** What only the chain knows: the budget left, and whether allowance and balance suffice. */
async function chainChecks(options: {
  client: Rpc;
  account: Address;
  understanding: Extract<Understanding, { kind: 'fill' }>;
  quote: FillQuote | undefined;
  symbol: string | undefined;
}): Promise<ApprovalCheck[]> {
  const { client, account, understanding, quote } = options;
  const { order } = understanding.fill;
  const token = { address: order.collateral, abi: erc20Abi } as const;
  try {
    const [filled, allowance, balance] = await multicall(client, {
      allowFailure: false,
      contracts: [
        {
          address: understanding.book,
          abi: optionBookAbi,
          functionName: 'amountFilled',
          args: [computeNonce(order)],
        },
        { ...token, functionName: 'allowance', args: [account, understanding.book] },
        { ...token, functionName: 'balanceOf', args: [account] },
      ],
    });
    const left = budgetLeft(order.maxCollateralUsable, filled);
    const usage = quote === undefined ? 0n : order.isLong ? quote.premium : quote.collateral;
    const needed = quote?.allowance ?? tokenAmount(0n);
    return [
      {
        label: 'Maker’s budget',
        status: !isCancelled(filled) && usage <= left ? 'passed' : 'warned',
        ...(isCancelled(filled)
          ? { detail: 'The maker has cancelled this quote.' }
          : usage <= left
            ? {}
            : { detail: 'Less budget is left than this size needs.' }),
      },
      {
        label: 'Allowance',
        status: allowance >= needed ? 'passed' : 'warned',
        ...(allowance >= needed
          ? {}
          : { detail: `The order book may not take your ${options.symbol ?? 'tokens'} yet.` }),
      },
      {
        label: 'Balance',
        status: balance >= (quote?.pays ?? 0n) ? 'passed' : 'warned',
        ...(balance >= (quote?.pays ?? 0n)
          ? {}
          : { detail: `You hold less ${options.symbol ?? ''} than this needs.` }),
      },
    ];
  } catch {
    // An unreachable node is a finding of its own, not a failed inspection.
    return [{ label: 'Chain', status: 'warned', detail: 'Budget and balances could not be read.' }];
  }
}
