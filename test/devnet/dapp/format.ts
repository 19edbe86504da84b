import { formatUnits } from 'viem';
import { describeOrder } from '../../../shared/orders/describe.ts';
import type { Order } from '../../../shared/orders/order.ts';

/** Formats an amount with grouping and unit. Digits beyond `places` are cut off. */
export function amount(value: bigint, decimals: number, symbol: string, places = 6): string {
  const [whole = '0', fraction = ''] = formatUnits(value, decimals).split('.');
  // A no-break space keeps a number on one line.
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, '\u00a0');
  const digits = fraction.slice(0, places).replace(/0+$/, '');
  return `${grouped}${digits === '' ? '' : `.${digits}`} ${symbol}`;
}

export function time(unixSeconds: number): string {
  return `${new Date(unixSeconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Returns an order's name: "Put spread on ETH · 2 500 / 2 600". */
export function nameOf(order: Order): string {
  const { product, asset, strikesAscending } = describeOrder(order);
  const strikes = strikesAscending.map((strike) => amount(strike, 8, '').trim()).join(' / ');
  return `${product?.label ?? 'Unknown option'} on ${asset ?? 'an unknown asset'} · ${strikes}`;
}

function numberOf(error: unknown): number | undefined {
  let inner: unknown = error;
  while (typeof inner === 'object' && inner !== null) {
    if ('code' in inner && typeof inner.code === 'number') return inner.code;
    inner = 'cause' in inner ? inner.cause : undefined;
  }
  return undefined;
}

function textOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  if ('details' in error && typeof error.details === 'string') return error.details;
  if ('shortMessage' in error && typeof error.shortMessage === 'string') return error.shortMessage;
  return 'message' in error ? String(error.message) : 'unknown';
}

const BY_CODE: Readonly<Record<number, string>> = {
  4001: 'You rejected it in the wallet. Nothing was signed or sent.',
  4100: 'The wallet does not allow this site to do that. Connect it again.',
  4200: 'This wallet does not know how to do that.',
  4900: 'The wallet has lost its connection to the network. Nothing was sent.',
  4901: 'The wallet is not connected to this network. Nothing was sent.',
  [-32002]: 'The wallet is already asking you something. Answer it there first.',
};

const BY_REVERT: readonly (readonly [RegExp, string])[] = [
  [/order expired/i, 'This quote has run out. Take a fresh one.'],
  [/order cancelled/i, 'The maker has withdrawn this quote. Take another.'],
  [/exceeds max collateral/i, 'The maker has no budget left for that size. Take fewer contracts.'],
  [/not authorized|ECDSA/i, 'The quote was not signed by its maker. Refresh the list.'],
  [
    /exceeds allowance|insufficient allowance/i,
    'The approval is missing or too small. Approve first.',
  ],
  [/exceeds balance/i, 'You or the maker lack the tokens for that size. Take fewer contracts.'],
  [/insufficient funds/i, 'There is not enough ether for the network fee.'],
];

/** Returns a sentence about an error: what happened, and what to do. */
export function explain(error: unknown): string {
  const code = numberOf(error);
  const byCode = code === undefined ? undefined : BY_CODE[code];
  if (byCode !== undefined) return byCode;
  const text = textOf(error);
  return BY_REVERT.find(([pattern]) => pattern.test(text))?.[1] ?? text;
}
