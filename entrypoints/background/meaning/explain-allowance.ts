import type { Address } from 'viem';
import { i18n } from '#i18n';
import type { Understanding } from '../../../shared/approvals/understanding.ts';
import { type Place, UNLIMITED } from '../../../shared/chain/place.ts';
import type { KnownAddress } from '../../../shared/chain/receiver.ts';
import { shortAddress } from '../../../shared/format.ts';
import type { CodeReader } from '../chain/code-at.ts';
import { momentRow } from '../orders/market-words.ts';
import { amountOf, sentenceFor } from '../sending/words.ts';
import { lookAlikeOf } from './explain-receiver.ts';
import type { Meaning } from './meaning.ts';

type Allowance = Extract<
  Understanding,
  { kind: 'approve' | 'increase allowance' | 'allow item' | 'allow all' }
>;

/** Describes what exercising an own, proven option gives and takes. */
export interface OptionDelivery {
  /** Collateral that the buyer gets, in words. */
  readonly gets: string;
  /** Unix seconds. */
  readonly until: number;
  /** The user trusts the option's book and its option contracts by hand. */
  readonly isTrustedByHand: boolean;
}

/** An allowance of exactly what an own option takes when it is exercised. */
function explainDelivery(
  found: Extract<Allowance, { kind: 'approve' }>,
  place: Place,
  { gets, until, isTrustedByHand }: OptionDelivery,
): Partial<Meaning> {
  const { spender, token } = found;
  const what = amountOf(found, place);
  return {
    sentence: i18n.t('approving.allowDelivery', { what }),
    rows: [
      {
        label: i18n.t('approving.token'),
        value: place.tokenAt(token)?.symbol ?? token,
        full: token,
      },
      { label: i18n.t('approving.spender'), value: spender, full: spender },
      { label: i18n.t('approving.youDeliver'), value: what },
      { label: i18n.t('approving.youGetFor'), value: gets },
      { label: i18n.t('approving.exerciseUntil'), ...momentRow(until) },
    ],
    checks: [
      {
        label: i18n.t('approving.spender'),
        status: isTrustedByHand ? 'warned' : 'passed',
        detail: i18n.t(
          isTrustedByHand ? 'approving.ownOptionOfTrustedBook' : 'approving.ownProvenOption',
        ),
      },
      {
        label: i18n.t('approving.amount'),
        status: isTrustedByHand ? 'warned' : 'passed',
        detail: i18n.t('approving.exactDelivery'),
      },
    ],
    ...(isTrustedByHand
      ? { danger: i18n.t('approving.ownOptionOfTrustedBookDanger', { what }) }
      : {}),
  };
}

/** What somebody else may take from now on. */
export function explainAllowance(
  found: Allowance,
  {
    place,
    isPrivate,
    known,
    delivery,
  }: {
    place: Place;
    /** What `isSpenderPrivate` says of it. */
    isPrivate: boolean;
    known: readonly KnownAddress[];
    delivery: OptionDelivery | undefined;
  },
): Partial<Meaning> {
  if (found.kind === 'approve' && delivery !== undefined && place.tokenAt(found.token))
    return explainDelivery(found, place, delivery);
  const meaning = meaningOf(found, place);
  // What is taken back is safe whoever it was given to.
  if (meaning.danger === undefined) return meaning;
  const said = isPrivate ? withPrivateSpender(meaning) : meaning;
  const alike = lookAlikeOf(known, 'spender' in found ? found.spender : found.operator, 'spender');
  if (alike === undefined) return said;
  return {
    ...said,
    checks: [...(said.checks ?? []), ...alike.checks],
    danger: `${said.danger} ${alike.danger}`,
  };
}

/**
 * Whether the one who may take something from now on is no contract but somebody with a key. Nobody
 * is asked about a known contract, nor about one who may take nothing; without an answer it is no.
 */
export async function isSpenderPrivate(
  { place, codeAt }: { place: Place; codeAt: CodeReader },
  found: Understanding,
): Promise<boolean> {
  const spender = spenderOf(found, place);
  return spender !== undefined && isPrivateAccount({ place, codeAt }, spender);
}

/** Whether somebody's key alone decides what an address does, by what the chain says of it. */
export async function isPrivateAccount(
  { place, codeAt }: { place: Place; codeAt: CodeReader },
  address: string,
): Promise<boolean> {
  if (place.isContract(address)) return false;
  const code = await codeAt(address);
  return code === 'none' || code === 'delegated';
}

function spenderOf(found: Understanding, place: Place): Address | undefined {
  switch (found.kind) {
    case 'approve':
      // The number zero can be an item's, unless the contract is known to hold amounts.
      return found.amount === 0n && place.tokenAt(found.token) !== undefined
        ? undefined
        : found.spender;
    case 'increase allowance':
      return found.amount === 0n ? undefined : found.spender;
    case 'allow all':
      return found.isAllowed ? found.operator : undefined;
    default:
      return undefined;
  }
}

/** No contract's rules bind a private account: what is allowed to one is in somebody's hand. */
export function withPrivateSpender<Said extends Pick<Meaning, 'danger'> & Partial<Meaning>>(
  said: Said,
): Said {
  const label = i18n.t('approving.spender');
  const unknown = i18n.t('approving.condorDoesNotKnowThis');
  const sentence = i18n.t('approving.thisIsAPrivateAccount');
  const others = (said.checks ?? []).filter(({ detail }) => detail !== unknown);
  return {
    ...said,
    checks: [{ label, status: 'failed', detail: sentence }, ...others],
    danger: said.danger === undefined ? sentence : `${sentence} ${said.danger}`,
  };
}

function meaningOf(found: Allowance, place: Place): Partial<Meaning> {
  if (found.kind === 'allow all') return explainAll(found);
  return found.kind === 'allow item' ? explainItem(found) : explainAmount(found, place);
}

/** The address zero takes a collectible's permission back (ERC-721). */
const NOBODY = /^0x0{40}$/;

function explainItem(found: Extract<Allowance, { kind: 'allow item' }>): Partial<Meaning> {
  const { token, operator, item } = found;
  const rows = [
    { label: i18n.t('approving.contract'), value: token },
    { label: i18n.t('approving.item'), value: item.toString() },
    { label: i18n.t('approving.operator'), value: operator },
  ];
  if (NOBODY.test(operator)) {
    return {
      sentence: i18n.t('approving.takeBackWhoMayTake', {
        item: item.toString(),
        token: shortAddress(token),
      }),
      rows,
    };
  }
  return {
    rows,
    checks: [
      {
        label: i18n.t('approving.spender'),
        status: 'warned',
        detail: i18n.t('approving.condorDoesNotKnowThis'),
      },
    ],
    danger: i18n.t('approving.couldTakeThisCollectibleWhenever', {
      operator: shortAddress(operator),
    }),
  };
}

function explainAll(found: Extract<Allowance, { kind: 'allow all' }>): Partial<Meaning> {
  const rows = [
    { label: i18n.t('approving.contract'), value: found.token },
    { label: i18n.t('approving.operator'), value: found.operator },
  ];
  if (!found.isAllowed) return { rows };
  return {
    rows,
    checks: [
      {
        label: i18n.t('approving.amount'),
        status: 'warned',
        detail: i18n.t('approving.itCoversEveryItemOf'),
      },
    ],
    danger: i18n.t('approving.couldTakeEveryCollectibleOf', {
      operator: shortAddress(found.operator),
    }),
  };
}

function explainAmount(
  found: Extract<Allowance, { kind: 'approve' | 'increase allowance' }>,
  place: Place,
): Partial<Meaning> {
  const { token, spender, amount } = found;
  const isBook = place.isBook(spender);
  const isTrusted = place.isTrustedBook(spender);
  const isPinned = isBook && !isTrusted;
  const known = place.tokenAt(token);
  const who = isBook ? i18n.t('approving.theOrderBook') : shortAddress(spender);
  const symbol = known?.symbol ?? shortAddress(token);
  if (amount === 0n && found.kind === 'approve') {
    return {
      sentence: i18n.t('approving.takeBackWhatMayTake', { who, symbol }),
      rows: rowsOf({ ...found, isBook, symbol: known?.symbol }, amountOf(found, place)),
    };
  }
  const isUnlimited = amount >= UNLIMITED;
  const what = isUnlimited
    ? i18n.t('approving.allYourNowAndLater', { name: symbol })
    : amountOf(found, place);
  return {
    sentence:
      found.kind === 'approve'
        ? i18n.t('approving.allowToTake', { who, what })
        : sentenceFor(found, place),
    rows: rowsOf(
      { ...found, isBook, symbol: known?.symbol },
      isUnlimited ? i18n.t('approving.unlimited') : amountOf(found, place),
    ),
    checks: [
      {
        label: i18n.t('approving.spender'),
        status: isPinned ? 'passed' : 'warned',
        detail: isTrusted
          ? i18n.t('approving.trustedByYou')
          : isBook
            ? i18n.t('approving.aKnownOrderBook')
            : i18n.t('approving.condorDoesNotKnowThis'),
      },
      {
        label: i18n.t('approving.amount'),
        status: isUnlimited || !isPinned ? 'warned' : 'passed',
        ...(isUnlimited
          ? { detail: i18n.t('approving.thereIsNoLimitTo') }
          : isPinned
            ? {}
            : { detail: i18n.t('approving.itCouldTakeAtAny', { what }) }),
      },
    ],
    ...(found.kind === 'approve'
      ? {
          allowance: {
            amount: amount.toString(),
            isUnlimited,
            symbol: known?.symbol ?? i18n.t('approving.units'),
            decimals: known?.decimals ?? 0,
          },
        }
      : {}),
    ...dangerOf({ isUnlimited, isPinned, who, what }),
  };
}

/** A pinned book takes exactly what a fill needs. Any other contract can take the whole allowance. */
function dangerOf(found: { isUnlimited: boolean; isPinned: boolean; who: string; what: string }) {
  if (found.isUnlimited) {
    return {
      danger: i18n.t('approving.canMove', { who: found.who, what: found.what }),
    };
  }
  return found.isPinned
    ? {}
    : { danger: i18n.t('approving.iLetTakeWheneverIt', { who: found.who, what: found.what }) };
}

function rowsOf(
  found: { token: Address; spender: Address; isBook: boolean; symbol: string | undefined },
  amount: string,
) {
  const { token, spender, isBook, symbol } = found;
  return [
    { label: i18n.t('approving.token'), value: symbol ?? i18n.t('approving.unknown'), full: token },
    {
      label: i18n.t('approving.spender'),
      value: isBook ? i18n.t('approving.orderBookAt', { spender: shortAddress(spender) }) : spender,
      full: spender,
    },
    { label: i18n.t('approving.amount'), value: amount },
  ];
}
