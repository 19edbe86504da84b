import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { i18n } from '#i18n';
import { parseAmount } from '../../../shared/parse-amount.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useHidden } from '../../hooks/use-hidden-amounts.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { decimalMark } from '../../texts/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { moneyText, symbolOf } from '../positions/position-texts.ts';
import { firstLimit } from './first-limit.ts';
import { reasonText } from './quotation-texts.ts';
import { FIRST_WINDOW, WindowSelect } from './WindowSelect.tsx';

/** Asks makers to take over a side of an option; the approval window follows. */
export function AskMakers({ row, account }: { row: PositionRow; account: string }) {
  const { token, side, address: option } = row;
  const call = useWalletCall();
  const hidden = useHidden();
  const areHidden = useSnapshot(({ areAmountsHidden }) => areAmountsHidden) === true;
  const why = useId();
  const mark = markOf(row);
  const [typed, setTyped] = useState(() =>
    areHidden || mark === undefined ? '' : firstLimit(mark, side === 'seller', token.decimals),
  );
  const [minutes, setMinutes] = useState<number>(FIRST_WINDOW);
  const limit = parseAmount(typed, token.decimals, decimalMark());
  const isUsable = limit !== undefined && (limit > 0n || side === 'buyer');
  const request = { account, option, side, window: minutes * 60 };
  const trial = useQuery({
    queryKey: ['can ask makers', account, row.key],
    queryFn: () => call('quotations.tryClose', { ...request, limit: '1' }),
    retry: false,
    gcTime: 0,
  });
  const ask = useAction(() =>
    call('quotations.requestClose', { ...request, limit: String(limit) }).catch((error: Error) => {
      throw new Error(reasonText(error));
    }),
  );
  if (trial.error !== null)
    return (
      <Notice tone="warn">
        <p>{i18n.t('quotations.cannot', { reason: reasonText(trial.error) })}</p>
        <p>{i18n.t('quotations.remains')}</p>
      </Notice>
    );
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isUsable) void ask.run();
      }}
    >
      <p id={why} className="text-sm text-pretty">
        {i18n.t('quotations.why')}
        {side === 'seller' ? ` ${i18n.t('quotations.soldWhy')}` : ''}
      </p>
      <Field
        label={i18n.t(side === 'buyer' ? 'quotations.leastTotal' : 'quotations.mostTotal', {
          symbol: symbolOf(token),
        })}
        value={typed}
        inputMode="decimal"
        autoComplete="off"
        hint={
          mark === undefined
            ? i18n.t('quotations.limitNoMark')
            : hidden(
                i18n.t(side === 'buyer' ? 'quotations.limitMark' : 'quotations.limitSoldMark', {
                  value: moneyText(mark, token),
                }),
              )
        }
        problem={!isUsable && typed.trim() !== '' ? i18n.t('quotations.limitWrong') : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
      <WindowSelect minutes={minutes} onMinutes={setMinutes} />
      <p className="text-xs text-muted">{i18n.t('quotations.part')}</p>
      {ask.problem === undefined ? null : <Notice tone="bad">{ask.problem}</Notice>}
      <Button
        type="submit"
        wide
        aria-describedby={why}
        disabled={!isUsable || ask.isRunning || trial.isPending}
      >
        {i18n.t(ask.isRunning ? 'quotations.asking' : 'quotations.ask')}
      </Button>
    </form>
  );
}

/** The model's value of the side in base units, without its sign; undefined without a model. */
function markOf({ model }: PositionRow): bigint | undefined {
  const units = BigInt(model?.value ?? '0');
  if (units === 0n) return undefined;
  return units < 0n ? -units : units;
}
