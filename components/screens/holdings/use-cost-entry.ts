import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { i18n } from '#i18n';
import { parseAmount } from '../../../shared/parse-amount.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { type TokenAmount, tokenAmount } from '../../../shared/units.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useWalletCall } from '../../hooks/use-wallet.ts';
import { amountProblem } from '../../texts/amount-problem.ts';
import { decimalMark, exactText } from '../../texts/numbers.ts';

/** Maximum cost in whole tokens, far above any plausible cost. */
const MAX_COST = 1_000_000_000_000n;

/** Returns the typed cost of a received position, and functions to save and remove the cost. */
export function useCostEntry(row: PositionRow, asOwner: () => Promise<void>) {
  const { token, side, enteredCost } = row;
  const call = useWalletCall();
  const queries = useQueryClient();
  const [typed, setTyped] = useState<string>();
  const save = useAction(async (units: TokenAmount | undefined) => {
    await asOwner();
    await call('positions.setCost', {
      option: row.address,
      side,
      ...(units === undefined ? {} : { units }),
    });
    await queries.invalidateQueries({ queryKey: ['positions'] });
    setTyped(undefined);
  });
  const { units, problem } = readCost(typed ?? '', token.decimals);
  return {
    typed,
    setTyped,
    begin: () => setTyped(enteredCost === undefined ? '' : exactText(enteredCost, token.decimals)),
    units,
    problem: typed === undefined ? undefined : problem,
    save,
  };
}

/** Parses a typed cost into base units; returns the reason if the text isn't a usable cost. */
export function readCost(
  typed: string,
  decimals: number,
): { readonly units?: TokenAmount | undefined; readonly problem?: string | undefined } {
  const units = parseAmount(typed, decimals, decimalMark());
  if (units === undefined) return { problem: amountProblem(typed, i18n.t('positions.costWrong')) };
  if (units > MAX_COST * 10n ** BigInt(decimals))
    return { problem: i18n.t('positions.costTooLarge') };
  return { units: tokenAmount(units) };
}
