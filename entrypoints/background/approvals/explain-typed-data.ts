import { knownTypedData, type SignedMeaning } from '../../../shared/approvals/known-typed-data.ts';
import { type TypedData, typedDataChainId } from '../../../shared/approvals/typed-data.ts';
import type { ApprovalCheck, ApprovalRow, TypedDataView } from '../../../shared/approvals/view.ts';
import { type Place, UNLIMITED } from '../../../shared/chain/place.ts';
import type { KnownAddress } from '../../../shared/chain/receiver.ts';
import { formatAmount, formatPrice, formatUtc, shortAddress } from '../../../shared/format.ts';
import { price8, type UnixSeconds } from '../../../shared/units.ts';
import { explainReceiver, lookAlikeOf } from './explain-receiver.ts';

type Explanation = Pick<TypedDataView, 'sentence' | 'rows' | 'checks' | 'refusal' | 'danger'>;

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
    ? { ...meaning, checks: [...meaning.checks, EVERY_NETWORK] }
    : meaning;
}

const EVERY_NETWORK: ApprovalCheck = {
  label: 'Network',
  status: 'warned',
  detail: 'The data names no network: the signature may count on all of them.',
};

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
    sentence: `Sign “${data.primaryType}”`,
    rows:
      typeof verifyingContract === 'string'
        ? [{ label: 'For contract', value: verifyingContract }]
        : [],
    checks: [
      {
        label: 'Meaning',
        status: 'warned',
        detail: 'Condor cannot tell what a site can do with this signature. Read every line.',
      },
    ],
    danger: 'I understand that Condor cannot tell what this signature allows.',
  };
}

function permit(
  found: Extract<SignedMeaning, { kind: 'permit' }>,
  context: TypedDataContext,
): Explanation {
  const { place } = context;
  const { spender, parts, ends } = found;
  const isBook = place.isBook(spender);
  const who = isBook ? 'the order book' : shortAddress(spender);
  const what = parts.map((part) => amountOf(part, place)).join(' and ');
  const isNothing = parts.every(({ amount }) => amount === 0n);
  const isUnlimited = parts.some(({ amount }) => amount >= UNLIMITED);
  const alike = lookAlikeOf(context.known, spender, 'Spender');
  const danger = isUnlimited
    ? `${who} could take every token of this kind that I ever hold.`
    : `${who} could take ${what} without asking again.`;
  return {
    sentence: isNothing
      ? `Take back what ${who} may take`
      : `Allow ${who} to take ${what}${found.isOnce ? ', once' : ''}`,
    rows: [
      { label: 'Spender', value: spender },
      ...parts.map((part) => ({
        label: 'Amount',
        value: amountOf(part, place),
        full: part.token,
      })),
      ...ends.map((end) => ({ label: 'Good until', value: timeOf(end) })),
      ...(found.isBound ? [{ label: 'Bound to', value: 'further terms below' }] : []),
    ],
    checks: [
      ...permit2Check(found.isKnownPermit2),
      isBook
        ? { label: 'Spender', status: 'passed', detail: 'A known order book.' }
        : { label: 'Spender', status: 'warned', detail: 'Condor does not know this contract.' },
      ...(isNothing ? [] : (alike?.checks ?? [])),
      ...ownerCheck(found.owner, context),
      deadlineCheck(ends, context),
    ],
    ...(isNothing ? {} : { danger: alike === undefined ? danger : `${danger} ${alike.danger}` }),
  };
}

function permit2Check(isKnown: boolean | undefined): ApprovalCheck[] {
  if (isKnown === undefined) return [];
  return [
    isKnown
      ? { label: 'Permit2', status: 'passed', detail: 'The known Permit2 contract.' }
      : { label: 'Permit2', status: 'warned', detail: 'This is not the known Permit2 contract.' },
  ];
}

function transfer(
  found: Extract<SignedMeaning, { kind: 'transfer' }>,
  context: TypedDataContext,
): Explanation {
  const what = amountOf(found, context.place);
  const receiver = explainReceiver(context.known, found.to);
  const danger = `Whoever holds this signature can send ${what} from my account.`;
  return {
    sentence: `Send ${what} to ${shortAddress(found.to)}`,
    rows: [
      { label: 'From', value: found.from },
      { label: 'To', value: found.to },
      { label: 'Amount', value: what, full: found.token },
      { label: 'Good until', value: timeOf(found.end) },
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
  const rows: ApprovalRow[] = [
    { label: 'Your side', value: found.isLong ? 'You buy' : 'You sell and lock collateral' },
    { label: 'Price per contract', value: formatPrice(price8(found.price)) },
    {
      label: 'Strikes',
      value: found.strikes.map((strike) => formatPrice(price8(strike))).join(' · '),
    },
    { label: 'Budget', value: budget, full: found.collateral },
    { label: 'Quote ends', value: timeOf(found.end) },
  ];
  return {
    sentence: `Publish a standing quote to ${found.isLong ? 'buy' : 'sell'} options`,
    rows,
    checks: [
      place.isBook(found.book)
        ? { label: 'Order book', status: 'passed', detail: 'A known order book.' }
        : {
            label: 'Order book',
            status: 'warned',
            detail: 'This contract is not one of the known order books.',
          },
      isSame(found.maker, account)
        ? { label: 'Maker', status: 'passed' }
        : {
            label: 'Maker',
            status: 'warned',
            detail: 'The order names another maker than this account.',
          },
    ],
    danger: `Anyone may fill this quote until it ends, for up to ${budget}, without asking me again.`,
  };
}

/** A token amount with its symbol; raw units where the token is unknown. */
function amountOf({ token, amount }: { token: string; amount: bigint }, place: Place): string {
  const known = place.tokenAt(token);
  const name = known?.symbol ?? (token === '' ? 'an unknown token' : shortAddress(token));
  if (amount >= UNLIMITED) return `all your ${name}, now and later`;
  return known === undefined
    ? `${amount} units of ${name}`
    : `${formatAmount(amount, known.decimals)} ${name}`;
}

function ownerCheck(owner: string | undefined, { account }: TypedDataContext): ApprovalCheck[] {
  if (owner === undefined || isSame(owner, account)) return [];
  return [
    {
      label: 'Owner',
      status: 'warned',
      detail: 'It speaks for another account than the one that signs.',
    },
  ];
}

/** A Unix time in words; without an end, and beyond what a calendar holds, for ever. */
function timeOf(end: bigint | undefined): string {
  return end === undefined || end > FOREVER ? 'for ever' : formatUtc(Number(end));
}

/** The part that lasts longest counts. */
function deadlineCheck(
  ends: readonly (bigint | undefined)[],
  { now }: TypedDataContext,
): ApprovalCheck {
  const label = 'Deadline';
  const isEndless = ends.some((end) => end === undefined || end > FOREVER);
  const [last = 0n] = ends.map((end) => end ?? 0n).sort((a, b) => (a < b ? 1 : -1));
  if (isEndless) return { label, status: 'warned', detail: 'The signature never expires.' };
  if (last < BigInt(now)) {
    return { label, status: 'warned', detail: 'It is over already, so nobody can use it.' };
  }
  if (last > BigInt(now) + LONG_SECONDS) {
    return { label, status: 'warned', detail: `It stays good until ${timeOf(last)}.` };
  }
  return { label, status: 'passed' };
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
