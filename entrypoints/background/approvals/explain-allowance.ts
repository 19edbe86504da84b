import type { Address } from 'viem';
import { i18n } from '#i18n';
import type { Understanding } from '../../../shared/approvals/understanding.ts';
import { type Place, UNLIMITED } from '../../../shared/chain/place.ts';
import type { KnownAddress } from '../../../shared/chain/receiver.ts';
import { shortAddress } from '../../../shared/format.ts';
import { lookAlikeOf } from './explain-receiver.ts';
import type { Meaning } from './meaning.ts';
import { amountOf, sentenceFor } from './words.ts';

type Allowance = Extract<
  Understanding,
  { kind: 'approve' | 'increase allowance' | 'allow item' | 'allow all' }
>;

/** What somebody else may take from now on. */
export function explainAllowance(
  found: Allowance,
  place: Place,
  known: readonly KnownAddress[],
): Partial<Meaning> {
  const meaning = meaningOf(found, place);
  const alike = lookAlikeOf(known, 'spender' in found ? found.spender : found.operator, 'spender');
  // What is taken back is safe whoever it was given to.
  if (alike === undefined || meaning.danger === undefined) return meaning;
  return {
    ...meaning,
    checks: [...(meaning.checks ?? []), ...alike.checks],
    danger: `${meaning.danger} ${alike.danger}`,
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
        status: isBook ? 'passed' : 'warned',
        detail: isBook
          ? i18n.t('approving.aKnownOrderBook')
          : i18n.t('approving.condorDoesNotKnowThis'),
      },
      {
        label: i18n.t('approving.amount'),
        status: isUnlimited || !isBook ? 'warned' : 'passed',
        ...(isUnlimited
          ? { detail: i18n.t('approving.thereIsNoLimitTo') }
          : isBook
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
    ...dangerOf({ isUnlimited, isBook, who, what }),
  };
}

/** A known book takes exactly what a fill needs; to anyone else the money is as good as given. */
function dangerOf(found: { isUnlimited: boolean; isBook: boolean; who: string; what: string }) {
  if (found.isUnlimited) {
    return {
      danger: i18n.t('approving.canMove', { who: found.who, what: found.what }),
    };
  }
  return found.isBook
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
