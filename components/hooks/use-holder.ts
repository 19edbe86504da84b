import { useCallback, useContext, useState, useSyncExternalStore } from 'react';
import type { Failure } from '../../shared/messages/failures.ts';
import type { WalletSnapshot } from '../../shared/messages/snapshot.ts';
import { type FillView, isBeingRevoked, isMined } from '../../shared/messages/ticket.ts';
import { WalletContext } from './use-wallet.ts';

/** Returns the id of the fill or procedure that caused a refusal, if any. */
export const holderOf = (failure?: Failure): string | undefined =>
  failure !== undefined && 'details' in failure && 'holder' in failure.details
    ? failure.details.holder
    : undefined;

/** Returns true for a fill that keeps other procedures from using the same money. */
const holdsMoney = (fill: FillView): boolean =>
  isBeingRevoked(fill) || !(isMined(fill) || fill.stage === 'failed' || fill.stage === 'replaced');

/** Returns true while a fill or procedure holds what others may need. */
export const isHolding = ({ fills, procedures }: WalletSnapshot, id?: string): boolean =>
  fills.some((fill) => fill.id === id && holdsMoney(fill)) ||
  procedures?.some(
    ({ state, facts, ...one }) =>
      one.id === id && state !== 'done' && (state === 'underWay' || facts.kind !== 'legs'),
  ) === true;

/** Returns true once the holder that caused a refusal has ended. Also works without a worker. */
export function useIsOver(holder: string | undefined): boolean {
  const store = useContext(WalletContext)?.store;
  const subscribe = useCallback(
    (listener: () => void) => store?.subscribe(listener) ?? (() => undefined),
    [store],
  );
  const readHeld = () => {
    const snapshot = store?.getState().snapshot;
    return holder !== undefined && snapshot !== undefined && isHolding(snapshot, holder);
  };
  const isHeld = useSyncExternalStore(subscribe, readHeld, readHeld);
  const [seen, setSeen] = useState<string>();
  if ((isHeld || holder === undefined) && seen !== holder) setSeen(holder);
  return holder !== undefined && seen === holder && !isHeld;
}
