import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { i18n } from '#i18n';
import { exactAmount } from '../../../shared/format.ts';
import { parseAmount } from '../../../shared/parse-amount.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useHidden } from '../../hooks/use-hidden-amounts.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { decimalMark } from '../../texts/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Select } from '../../ui/Select.tsx';
import { moneyText, symbolOf } from '../positions/position-texts.ts';
import { reasonText } from './quotation-texts.ts';

/** Minutes in which makers can answer. */
const WINDOWS = [1, 2, 5, 15, 60] as const;
const FIRST_WINDOW = 2;
/** Room between the model's value and the first limit: the fee takes up to an eighth. */
const ROOM_PERCENT = 15n;

/** Asks makers to take over a side of an option; the approval window follows. */
export function AskMakers({ row, account }: { row: PositionRow; account: string }) {
  const { token, side, address: option } = row;
  const call = useWalletCall();
  const hidden = useHidden();
  const areHidden = useSnapshot(({ areAmountsHidden }) => areAmountsHidden) === true;
  const why = useId();
  const mark = markOf(row);
  const [typed, setTyped] = useState(() =>
    areHidden || mark === undefined ? '' : firstLimit(mark, side, token.decimals),
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
      <Select
        label={i18n.t('quotations.window')}
        value={minutes}
        onChange={(event) => setMinutes(Number(event.target.value))}
      >
        {WINDOWS.map((count) => (
          <option key={count} value={count}>
            {i18n.t('quotations.windowMinutes', count)}
          </option>
        ))}
      </Select>
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

/** Rounded to four digits: a limit is a round number. */
function firstLimit(mark: bigint, side: PositionRow['side'], decimals: number): string {
  const percent = side === 'buyer' ? 100n - ROOM_PERCENT : 100n + ROOM_PERCENT;
  const exact = (mark * percent) / 100n;
  const step = 10n ** BigInt(Math.max(0, exact.toString().length - 4));
  return exactAmount((exact / step) * step, decimals).replace('.', decimalMark());
}
