import { type Address, isAddress } from 'viem';
import { isPinnedBook } from '../chain/pinned-book.ts';
import { formatAmount, formatPrice, formatUtc, shortAddress } from '../format.ts';
import { isRecord } from '../messages/page.ts';
import { tokenAt } from '../orders/tokens.ts';
import { price8 } from '../units.ts';
import type { TypedData } from './typed-data.ts';
import type { ApprovalCheck, TypedDataView } from './view.ts';

type Explanation = Pick<TypedDataView, 'sentence' | 'rows' | 'checks' | 'refusal' | 'danger'>;

/** The one contract of that name on every chain. */
const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3';
/** Above this an allowance is one without limit: no token has so many units. */
const UNLIMITED = 2n ** 96n;
/** Later than this (year 9999) a deadline is none. */
const FOREVER = 253_402_300_799n;

/**
 * What typed data means where it is known: permits (EIP-2612, DAI, Permit2), transfers by signature
 * (EIP-3009) and a maker's order. What is not known is flagged, never guessed. A signature is worth
 * as much as a transaction: whoever holds it can send it.
 */
export function explainTypedData(data: TypedData, account: string): Explanation {
  const found =
    permit(data) ??
    daiPermit(data) ??
    permit2(data) ??
    transferBySignature(data) ??
    order(data, account);
  if (found !== undefined) return found;
  return {
    sentence: `Sign “${data.primaryType}”`,
    rows: contractRow(data),
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

/** EIP-2612: `Permit(owner, spender, value, nonce, deadline)`. */
function permit(data: TypedData): Explanation | undefined {
  const { owner, spender, value, deadline } = data.message;
  if (
    data.primaryType !== 'Permit' ||
    !has(data, ['owner', 'spender', 'value', 'nonce', 'deadline'])
  )
    return;
  if (!isText(owner) || !isText(spender) || !isText(value) || !isText(deadline)) return;
  return allowance({ token: tokenOf(data), spender, amount: BigInt(value), deadline });
}

/** DAI's own: `Permit(holder, spender, nonce, expiry, allowed)`, all or nothing. */
function daiPermit(data: TypedData): Explanation | undefined {
  const { spender, expiry, allowed } = data.message;
  if (
    data.primaryType !== 'Permit' ||
    !has(data, ['holder', 'spender', 'nonce', 'expiry', 'allowed'])
  )
    return;
  if (!isText(spender) || !isText(expiry) || typeof allowed !== 'boolean') return;
  const amount = allowed ? 2n ** 256n - 1n : 0n;
  // Zero means that it never ends.
  const deadline = expiry === '0' ? (FOREVER + 1n).toString() : expiry;
  return allowance({ token: tokenOf(data), spender, amount, deadline });
}

/** Permit2: allowances (`PermitSingle`, `PermitBatch`) and one-time transfers (`…TransferFrom`). */
function permit2(data: TypedData): Explanation | undefined {
  const { primaryType, message, domain } = data;
  if (
    !/^Permit(Single|Batch|TransferFrom|BatchTransferFrom|WitnessTransferFrom|BatchWitnessTransferFrom)$/.test(
      primaryType,
    )
  )
    return;
  const details = message.details ?? message.permitted;
  const { spender } = message;
  const list = (Array.isArray(details) ? details : [details]).filter(isRecord);
  if (list.length === 0 || !isText(spender)) return;
  const parts = list.map((part) => ({
    token: isText(part.token) ? part.token : '',
    amount: isText(part.amount) ? BigInt(part.amount) : 0n,
    until: isText(part.expiration)
      ? part.expiration
      : String(message.deadline ?? message.sigDeadline),
  }));
  const isOnce = primaryType.includes('TransferFrom');
  const isReal = String(domain.verifyingContract).toLowerCase() === PERMIT2;
  const what = parts.map(({ token, amount }) => words(token, amount)).join(' and ');
  const isUnlimited = parts.some(({ amount }) => amount >= UNLIMITED);
  return {
    sentence: `Allow ${nameOf(spender)} to take ${what}${isOnce ? ', once' : ''}`,
    rows: [
      { label: 'Spender', value: spender },
      ...parts.map(({ token, amount }) => ({
        label: 'Amount',
        value: words(token, amount),
        full: token,
      })),
      ...parts.map(({ until }) => ({ label: 'Until', value: timeOf(until) })),
      ...(message.witness === undefined
        ? []
        : [{ label: 'Bound to', value: 'further terms below' }]),
    ],
    checks: [
      isReal
        ? { label: 'Permit2', status: 'passed', detail: 'The known Permit2 contract.' }
        : { label: 'Permit2', status: 'warned', detail: 'This is not the known Permit2 contract.' },
      spenderCheck(spender),
      deadlineCheck(parts[0]?.until ?? '0'),
    ],
    danger: isUnlimited
      ? `${nameOf(spender)} could take every token of this kind that I ever hold.`
      : `${nameOf(spender)} could take ${what} without asking again.`,
  };
}

/** EIP-3009: `TransferWithAuthorization` and `ReceiveWithAuthorization`. */
function transferBySignature(data: TypedData): Explanation | undefined {
  const { from, to, value, validBefore } = data.message;
  if (!/^(Transfer|Receive)WithAuthorization$/.test(data.primaryType)) return;
  if (!isText(from) || !isText(to) || !isText(value) || !isText(validBefore)) return;
  const what = words(tokenOf(data), BigInt(value));
  return {
    sentence: `Send ${what} to ${shortAddress(to)}`,
    rows: [
      { label: 'From', value: from },
      { label: 'To', value: to },
      { label: 'Amount', value: what, full: tokenOf(data) },
      { label: 'Until', value: timeOf(validBefore) },
    ],
    checks: [deadlineCheck(validBefore)],
    danger: `Whoever holds this signature can send ${what} from my account.`,
  };
}

/** A maker's order for the book: signing it publishes a standing quote. */
function order(data: TypedData, account: string): Explanation | undefined {
  const { message, domain } = data;
  if (
    data.primaryType !== 'Order' ||
    !has(data, ['maker', 'implementation', 'maxCollateralUsable', 'strikes'])
  )
    return;
  const { maker, collateral, isLong, maxCollateralUsable, strikes, price, orderExpiryTimestamp } =
    message;
  if (!isText(maker) || !isText(collateral) || !isText(maxCollateralUsable) || !isText(price))
    return;
  if (!Array.isArray(strikes) || !isText(orderExpiryTimestamp)) return;
  const budget = words(collateral, BigInt(maxCollateralUsable));
  return {
    sentence: `Publish a standing quote to ${isLong === true ? 'buy' : 'sell'} options`,
    rows: [
      { label: 'Your side', value: isLong === true ? 'You buy' : 'You sell and lock collateral' },
      { label: 'Price per contract', value: formatPrice(price8(BigInt(price))) },
      {
        label: 'Strikes',
        value: strikes.map((strike) => formatPrice(price8(BigInt(String(strike))))).join(' · '),
      },
      { label: 'Budget', value: budget, full: collateral },
      { label: 'Quote ends', value: timeOf(orderExpiryTimestamp) },
    ],
    checks: [
      isPinnedBook(String(domain.verifyingContract))
        ? { label: 'Order book', status: 'passed', detail: 'A known order book.' }
        : {
            label: 'Order book',
            status: 'warned',
            detail: 'This contract is not one of the known order books.',
          },
      maker.toLowerCase() === account.toLowerCase()
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

function allowance(found: {
  token: string;
  spender: string;
  amount: bigint;
  deadline: string;
}): Explanation {
  const { token, spender, amount, deadline } = found;
  const what = words(token, amount);
  return {
    sentence:
      amount === 0n
        ? `Take back what ${nameOf(spender)} may take`
        : `Allow ${nameOf(spender)} to take ${what}`,
    rows: [
      { label: 'Token', value: tokenAt(token as Address)?.symbol ?? token, full: token },
      { label: 'Spender', value: spender },
      { label: 'Amount', value: what },
      { label: 'Signature good until', value: timeOf(deadline) },
    ],
    checks: [spenderCheck(spender), deadlineCheck(deadline)],
    ...(amount === 0n
      ? {}
      : {
          danger:
            amount >= UNLIMITED
              ? `${nameOf(spender)} could take every token of this kind that I ever hold.`
              : `${nameOf(spender)} could take ${what} without asking again.`,
        }),
  };
}

function has(data: TypedData, names: readonly string[]): boolean {
  const fields = data.types[data.primaryType]?.map(({ name }) => name) ?? [];
  return names.every((name) => fields.includes(name));
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** A permit is the token contract's own. */
function tokenOf(data: TypedData): string {
  const { verifyingContract } = data.domain;
  return isText(verifyingContract) ? verifyingContract : '';
}

function contractRow(data: TypedData) {
  const token = tokenOf(data);
  return token === '' ? [] : [{ label: 'For contract', value: token }];
}

function words(token: string, amount: bigint): string {
  const known = isAddress(token, { strict: false }) ? tokenAt(token) : undefined;
  const name = known?.symbol ?? (token === '' ? 'an unknown token' : shortAddress(token));
  if (amount >= UNLIMITED) return `all your ${name}, now and later`;
  return known === undefined
    ? `${amount} units of ${name}`
    : `${formatAmount(amount, known.decimals)} ${name}`;
}

function nameOf(spender: string): string {
  return isPinnedBook(spender) ? 'the order book' : shortAddress(spender);
}

function spenderCheck(spender: string): ApprovalCheck {
  return isPinnedBook(spender)
    ? { label: 'Spender', status: 'passed', detail: 'A known order book.' }
    : { label: 'Spender', status: 'warned', detail: 'Condor does not know this contract.' };
}

function timeOf(seconds: string): string {
  const time = /^\d+$/.test(seconds) ? BigInt(seconds) : FOREVER + 1n;
  return time > FOREVER ? 'for ever' : formatUtc(Number(time));
}

function deadlineCheck(seconds: string): ApprovalCheck {
  const isEndless = /^\d+$/.test(seconds) && BigInt(seconds) > FOREVER;
  return isEndless
    ? { label: 'Deadline', status: 'warned', detail: 'The signature never expires.' }
    : { label: 'Deadline', status: 'passed' };
}
