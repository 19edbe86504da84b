import { isSameAddress } from '../../../../shared/is-same-address.ts';
import type { PositionRow } from '../../../../shared/positions/position-view.ts';
import type { QuotationsView, QuotationView } from '../../../../shared/quotations/view.ts';

/** Returns the newest request about a position's option and the side that the account holds. */
export function newestAbout({ address, side }: PositionRow, view: QuotationsView | undefined) {
  return view?.quotations.find(
    ({ existing, isBuyer }) =>
      existing !== undefined && isSameAddress(existing, address) && isBuyer === (side === 'seller'),
  );
}

/**
 * Returns the mark of the position that a request closes; undefined if the request closes only a
 * part of the position.
 */
export function closingMark(
  { contracts }: QuotationView,
  row: PositionRow | undefined,
): bigint | undefined {
  return row?.contracts === contracts && row.mark !== 0n ? row.mark : undefined;
}
