import { exactAmount } from '../../../shared/format.ts';
import type { DefaultSize } from '../../../shared/messages/desk-choices.ts';
import { parseAmount } from '../../../shared/parse-amount.ts';

export type SizeKind = 'one' | DefaultSize['by'];

/** Decimals of a typed number of contracts, of dollars, and of per cent. */
const DECIMALS = { contracts: 6, premium: 2, loss: 2, share: 2 } as const;
const MOST = { contracts: 10n ** 18n, premium: 10n ** 15n, loss: 10n ** 15n, share: 10_001n };

export function kindOf(size: DefaultSize | undefined): SizeKind {
  return size?.by ?? 'one';
}

/** Returns the number of a default size as the user would type it; empty for one contract. */
export function typedOf(size: DefaultSize | undefined, mark: '.' | ','): string {
  if (size === undefined) return '';
  const amount =
    size.by === 'contracts' ? size.millionths : size.by === 'share' ? size.bps : size.cents;
  return exactAmount(BigInt(amount), DECIMALS[size.by]).replace('.', mark);
}

/** Parses a typed default size; undefined when the text isn't a number or is out of range. */
export function sizeFrom(
  by: DefaultSize['by'],
  typed: string,
  mark: '.' | ',',
): DefaultSize | undefined {
  const amount = parseAmount(typed, DECIMALS[by], mark);
  if (amount === undefined || amount === 0n || amount >= MOST[by]) return undefined;
  if (by === 'contracts') return { by, millionths: amount.toString() };
  return by === 'share' ? { by, bps: Number(amount) } : { by, cents: amount.toString() };
}
