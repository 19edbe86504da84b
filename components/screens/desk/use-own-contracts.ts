import { useMemo } from 'react';
import { ownContracts } from '../../../shared/desk/own-contracts.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { usePositionsOf } from '../../hooks/use-positions-of.ts';
import { useSnapshot } from '../../hooks/use-wallet.ts';
import type { OwnContracts } from './quote-column.ts';

const NONE: readonly PositionRow[] = [];

export function useOwnContracts(
  chain: { readonly asset: string; readonly expiry: number } | undefined,
): OwnContracts {
  const selected = useSnapshot((snapshot) => snapshot.selected);
  const [own] = usePositionsOf(selected === undefined ? [] : [selected], 'open');
  const rows = own?.view?.rows ?? NONE;
  const { asset, expiry } = chain ?? {};
  return useMemo(
    () =>
      asset === undefined || expiry === undefined
        ? new Map<string, number>()
        : ownContracts(rows, { asset, expiry }),
    [rows, asset, expiry],
  );
}
