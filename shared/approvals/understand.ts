import { getAddress, type Hex } from 'viem';
import { isPinnedBook } from '../chain/pinned-book.ts';
import { decodeFillOrder } from '../orders/calldata.ts';
import { wei } from '../units.ts';
import { callAt } from './known-calls/call-at.ts';
import type { TransactionDraft } from './types.ts';
import type { Understanding } from './understanding.ts';

const FILL_ORDER = '0xa4761ec1';
/** Calls within calls are read this deep; what is deeper counts as unknown. */
const MAX_LEVELS = 3;

/** Reads a transaction strictly: decode, encode again, refuse any difference. */
export function understandTransaction(draft: TransactionDraft, level = 0): Understanding {
  if (draft.to === undefined) return { kind: 'deploy' };
  const to = getAddress(draft.to);
  const data = draft.data.toLowerCase() as Hex;
  const value = wei(BigInt(draft.value));
  if (data === '0x') return { kind: 'send', to, value };
  const selector = data.slice(0, 10) as Hex;
  if (selector === FILL_ORDER) {
    const fill = decodeFillOrder(data);
    // A value sent along with a call that takes none is something else than that call.
    return fill.kind === 'fill' && value === 0n
      ? { kind: 'fill', book: to, isPinnedBook: isPinnedBook(to), fill }
      : { kind: 'unreadable', to, name: 'fillOrder' };
  }
  const known = callAt(selector);
  if (known === undefined) return { kind: 'unknown', to, selector };
  const read =
    value === 0n || known.takesValue
      ? known.read(data, {
          to,
          value,
          isPinnedBook: isPinnedBook(to),
          understand: (inner) =>
            level + 1 < MAX_LEVELS
              ? understandTransaction(inner, level + 1)
              : { kind: 'unknown', to, selector },
        })
      : undefined;
  return read ?? { kind: 'unreadable', to, name: known.name };
}
