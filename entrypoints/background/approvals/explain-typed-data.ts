import { i18n } from '#i18n';
import { knownTypedData, type SignedMeaning } from '../../../shared/approvals/known-typed-data.ts';
import { type TypedData, typedDataChainId } from '../../../shared/approvals/typed-data.ts';
import type { ApprovalCheck, ApprovalRow, TypedDataView } from '../../../shared/approvals/view.ts';
import { hasAddressForm } from '../../../shared/chain/address-form.ts';
import { type Place, UNLIMITED } from '../../../shared/chain/place.ts';
import type { KnownAddress } from '../../../shared/chain/receiver.ts';
import { shortAddress } from '../../../shared/format.ts';
import { implementationAt } from '../../../shared/orders/products.ts';
import { assetOfFeed } from '../../../shared/orders/tokens.ts';
import { price8, type UnixSeconds } from '../../../shared/units.ts';
import { foreignText } from '../../../shared/visible-text.ts';
import {
  amountWords,
  localWords,
  momentRow,
  priceWords,
  utcWords,
} from '../orders/market-words.ts';
import { explainReceiver, lookAlikeOf } from './explain-receiver.ts';

type Explanation = Pick<TypedDataView, 'sentence' | 'rows' | 'checks' | 'refusal' | 'danger'> & {
  /** Who could take something by it: the chain tells what stands there. */
  readonly taker?: string;
};

export interface TypedDataContext {
  readonly account: string;
  readonly place: Place;
  readonly now: UnixSeconds;
  readonly known: readonly KnownAddress[];
}

/** Later than this (year 9999) a deadline is none. */
const FOREVER = 253_402_300_799n;
/** What a signature is good for longer than this, nobody remembers having signed. */
const LONG_SECONDS = 90n * 24n * 3600n;

/**
 * What typed data means where it is known: permits (EIP-2612, DAI, Permit2), transfers by signature
 * (EIP-3009) and a maker's order. What is not known is flagged, never guessed. A signature is worth
 * as much as a transaction: whoever holds it can send it.
 */
export function explainTypedData(data: TypedData, context: TypedDataContext): Explanation {
  const found = knownTypedData(data);
  const meaning = found === undefined ? unknown(data) : meaningOf(found, context);
  return typedDataChainId(data) === undefined
    ? { ...meaning, checks: [...meaning.checks, everyNetwork()] }
    : meaning;
}

function everyNetwork(): ApprovalCheck {
  return {
    label: i18n.t('approving.network'),
    status: 'warned',
    detail: i18n.t('approving.theDataNamesNoNetwork'),
  };
}

function meaningOf(found: SignedMeaning, context: TypedDataContext): Explanation {
  switch (found.kind) {
    case 'permit':
      return permit(found, context);
    case 'transfer':
      return transfer(found, context);
    case 'order':
      return order(found, context);
  }
}

function unknown(data: TypedData): Explanation {
  const { verifyingContract } = data.domain;
  return {
    sentence: i18n.t('approving.sign', { primaryType: foreignText(data.primaryType, 60) }),
    rows:
      typeof verifyingContract === 'string'
        ? [{ label: i18n.t('approving.forContract'), value: verifyingContract }]
        : [],
    checks: [
      {
        label: i18n.t('approving.meaning'),
        status: 'warned',
        detail: i18n.t('approving.condorCannotTellWhatA'),
      },
    ],
    danger: i18n.t('approving.iUnderstandThatCondorCannot'),
  };
}

function permit(
  found: Extract<SignedMeaning, { kind: 'permit' }>,
  context: TypedDataContext,
): Explanation {
  const { place } = context;
  const { spender, parts, ends } = found;
  const isBook = place.isBook(spender);
  const who = isBook ? i18n.t('approving.theOrderBook') : shortAddress(spender);
  const what = parts.map((part) => amountOf(part, place)).join(i18n.t('approving.and'));
  // Only an allowance can be taken back: not a transfer for once, and nothing that more is bound to.
  const isNothing =
    parts.length > 0 &&
    parts.every(({ amount }) => amount === 0n) &&
    !found.isOnce &&
    !found.isBound &&
    found.isKnownPermit2 !== false;
  const isUnlimited = parts.some(({ amount }) => amount >= UNLIMITED);
  const alike = lookAlikeOf(context.known, spender, 'spender');
  const danger = isUnlimited
    ? i18n.t('approving.canMove', { who, what })
    : i18n.t('approving.couldTakeWithoutAskingAgain', { who, what });
  return {
    sentence: isNothing
      ? i18n.t('approving.takeBackAll', { who })
      : i18n.t(found.isOnce ? 'approving.allowToTakeOnce' : 'approving.allowToTake', { who, what }),
    rows: [
      { label: i18n.t('approving.spender'), value: spender },
      ...parts.map((part) => ({
        label: i18n.t('approving.amount'),
        value: amountOf(part, place),
        full: part.token,
      })),
      ...ends.map((end) => ({ label: i18n.t('approving.goodUntil'), ...timeOf(end) })),
      ...(found.isBound
        ? [{ label: i18n.t('approving.boundTo'), value: i18n.t('approving.furtherTermsBelow') }]
        : []),
    ],
    checks: [
      ...permit2Check(found.isKnownPermit2),
      isBook
        ? {
            label: i18n.t('approving.spender'),
            status: 'passed',
            detail: i18n.t('approving.aKnownOrderBook'),
          }
        : {
            label: i18n.t('approving.spender'),
            status: 'warned',
            detail: i18n.t('approving.condorDoesNotKnowThis'),
          },
      ...(isNothing ? [] : (alike?.checks ?? [])),
      ...ownerCheck(found.owner, context),
      deadlineCheck(ends, context),
    ],
    ...(isNothing
      ? {}
      : {
          danger: alike === undefined ? danger : `${danger} ${alike.danger}`,
          taker: spender,
        }),
  };
}

function permit2Check(isKnown: boolean | undefined): ApprovalCheck[] {
  if (isKnown === undefined) return [];
  return [
    isKnown
      ? {
          label: i18n.t('approving.permit2'),
          status: 'passed',
          detail: i18n.t('approving.theKnownPermit2Contract'),
        }
      : {
          label: i18n.t('approving.permit2'),
          status: 'warned',
          detail: i18n.t('approving.thisIsNotTheKnown'),
        },
  ];
}

function transfer(
  found: Extract<SignedMeaning, { kind: 'transfer' }>,
  context: TypedDataContext,
): Explanation {
  const what = amountOf(found, context.place);
  const receiver = explainReceiver(context.known, found.to);
  const danger = i18n.t('approving.whoeverHoldsThisSignatureCan', { what });
  return {
    sentence: i18n.t('approving.sendTo', { what, to: shortAddress(found.to) }),
    rows: [
      { label: i18n.t('approving.from'), value: found.from },
      { label: i18n.t('approving.to'), value: found.to },
      { label: i18n.t('approving.amount'), value: what, full: found.token },
      { label: i18n.t('approving.goodUntil'), ...timeOf(found.end) },
    ],
    checks: [
      ...receiver.checks,
      ...ownerCheck(found.from, context),
      deadlineCheck([found.end], context),
    ],
    danger: receiver.danger === undefined ? danger : `${danger} ${receiver.danger}`,
  };
}

function order(
  found: Extract<SignedMeaning, { kind: 'order' }>,
  context: TypedDataContext,
): Explanation {
  const { place, account } = context;
  const budget = amountOf({ token: found.collateral, amount: found.budget }, place);
  const known = hasAddressForm(found.implementation)
    ? implementationAt(found.implementation)
    : undefined;
  const asset = hasAddressForm(found.priceFeed) ? assetOfFeed(found.priceFeed) : undefined;
  const rows: ApprovalRow[] = [
    {
      label: i18n.t('approving.yourSide'),
      value: found.isLong
        ? i18n.t('approving.youBuy')
        : i18n.t('approving.youSellAndLockCollateral'),
    },
    {
      label: i18n.t('approving.product'),
      value: i18n.t('fill.productOn', {
        product: i18n.t(
          known === undefined ? 'products.unknown' : `products.${known.product.name}`,
        ),
        asset: asset ?? i18n.t('fill.unknownAsset'),
      }),
      full: found.implementation,
    },
    {
      label: i18n.t('approving.pricePerContract'),
      // Always in the collateral: its prices have 8 decimals whatever the token has.
      value: `${amountWords(found.price, 8)} ${place.tokenAt(found.collateral)?.symbol ?? shortAddress(found.collateral)}`,
    },
    {
      label: i18n.t('approving.strikes'),
      value: found.strikes.map((strike) => priceWords(price8(strike))).join(' · '),
    },
    { label: i18n.t('approving.budget'), value: budget, full: found.collateral },
    { label: i18n.t('approving.expires'), ...timeOf(found.expiry) },
    { label: i18n.t('approving.quoteEnds'), ...timeOf(found.end) },
  ];
  return {
    sentence: i18n.t(found.isLong ? 'approving.publishToBuy' : 'approving.publishToSell'),
    rows,
    checks: [
      place.isBook(found.book)
        ? {
            label: i18n.t('approving.orderBook'),
            status: 'passed',
            detail: i18n.t('approving.aKnownOrderBook'),
          }
        : {
            label: i18n.t('approving.orderBook'),
            status: 'warned',
            detail: i18n.t('approving.thisContractIsNotOne'),
          },
      known === undefined
        ? {
            label: i18n.t('approving.product'),
            status: 'failed',
            detail: i18n.t('approving.noKnownProduct'),
          }
        : { label: i18n.t('approving.product'), status: 'passed' },
      isSame(found.maker, account)
        ? { label: i18n.t('approving.maker'), status: 'passed' }
        : {
            label: i18n.t('approving.maker'),
            status: 'warned',
            detail: i18n.t('approving.theOrderNamesAnotherMaker'),
          },
    ],
    danger:
      known === undefined
        ? `${i18n.t('approving.anyoneMayFillThisQuote', { budget })} ${i18n.t('approving.noKnownProduct')}`
        : i18n.t('approving.anyoneMayFillThisQuote', { budget }),
  };
}

/** A token amount to the last unit, with its symbol; raw units where the token is unknown. */
function amountOf({ token, amount }: { token: string; amount: bigint }, place: Place): string {
  const known = place.tokenAt(token);
  const name =
    known?.symbol ?? (token === '' ? i18n.t('approving.anUnknownToken') : shortAddress(token));
  if (amount >= UNLIMITED) return i18n.t('approving.allYourNowAndLater', { name });
  return known === undefined
    ? i18n.t('approving.unitsOf', { amount: amount.toString(), name })
    : `${amountWords(amount, known.decimals, known.decimals)} ${name}`;
}

function ownerCheck(owner: string | undefined, { account }: TypedDataContext): ApprovalCheck[] {
  if (owner === undefined || isSame(owner, account)) return [];
  return [
    {
      label: i18n.t('approving.owner'),
      status: 'warned',
      detail: i18n.t('approving.itSpeaksForAnotherAccount'),
    },
  ];
}

/** A Unix time in words; without an end, and beyond what a calendar holds, for ever. */
function timeOf(end: bigint | undefined): Pick<ApprovalRow, 'value' | 'full'> {
  return end === undefined || end > FOREVER
    ? { value: i18n.t('approving.forEver') }
    : momentRow(Number(end));
}

/** The part that lasts longest counts. */
function deadlineCheck(
  ends: readonly (bigint | undefined)[],
  { now }: TypedDataContext,
): ApprovalCheck {
  const label = i18n.t('approving.deadline');
  const isEndless = ends.some((end) => end === undefined || end > FOREVER);
  const [last = 0n] = ends.map((end) => end ?? 0n).sort((a, b) => (a < b ? 1 : -1));
  if (isEndless)
    return { label, status: 'warned', detail: i18n.t('approving.theSignatureNeverExpires') };
  if (last < BigInt(now)) {
    return { label, status: 'warned', detail: i18n.t('approving.itIsOverAlreadySo') };
  }
  if (last > BigInt(now) + LONG_SECONDS) {
    return {
      label,
      status: 'warned',
      detail: i18n.t('approving.itStaysGoodUntil', { last: localWords(Number(last)) }),
      full: utcWords(Number(last)),
    };
  }
  return { label, status: 'passed' };
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
