import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { i18n } from '#i18n';
import { parseAmount } from '../../../shared/parse-amount.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useWalletCall } from '../../hooks/use-wallet.ts';
import { amountProblem } from '../../texts/amount-problem.ts';
import { decimalMark, exactText } from '../../texts/numbers.ts';
import { symbolOf, wholeMoney } from '../../texts/position-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** Whole tokens; above any plausible cost. */
const MAX_COST = 1_000_000_000_000n;

/** Lets the user enter, change and remove what a received position cost. */
export function CostEntry({ row, asOwner }: { row: PositionRow; asOwner: () => Promise<void> }) {
  const { token, side, enteredCost } = row;
  const call = useWalletCall();
  const queries = useQueryClient();
  const [typed, setTyped] = useState<string>();
  const save = useAction(async (units: bigint | undefined) => {
    await asOwner();
    await call('positions.setCost', {
      option: row.address,
      side,
      ...(units === undefined ? {} : { units: units.toString() }),
    });
    await queries.invalidateQueries({ queryKey: ['positions'] });
    setTyped(undefined);
  });
  const parsed =
    typed === undefined ? undefined : parseAmount(typed, token.decimals, decimalMark());
  const isTooLarge = parsed !== undefined && parsed > MAX_COST * 10n ** BigInt(token.decimals);
  const units = isTooLarge ? undefined : parsed;
  const isWrong = typed !== undefined && parsed === undefined;
  const problem = isTooLarge
    ? i18n.t('positions.costTooLarge')
    : isWrong
      ? amountProblem(typed, i18n.t('positions.costWrong'))
      : undefined;
  const isBuyer = side === 'buyer';
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-sm font-semibold">
        {i18n.t(
          enteredCost === undefined ? 'positions.receivedTitle' : 'positions.csvReceivedEntered',
        )}
      </h2>
      <p className="text-xs text-muted">
        {enteredCost === undefined
          ? i18n.t(isBuyer ? 'positions.receivedBuyer' : 'positions.receivedSeller')
          : i18n.t(isBuyer ? 'positions.costEntered' : 'positions.costEnteredSeller', {
              amount: wholeMoney(enteredCost, token),
            })}
      </p>
      {typed === undefined ? (
        <div className="flex flex-wrap gap-2">
          <Button
            kind="quiet"
            onClick={() =>
              setTyped(
                enteredCost === undefined ? '' : exactText(BigInt(enteredCost), token.decimals),
              )
            }
          >
            {i18n.t(enteredCost === undefined ? 'positions.costEnter' : 'positions.costChange')}
          </Button>
          {enteredCost === undefined ? null : (
            <Button kind="quiet" disabled={save.isRunning} onClick={() => void save.run(undefined)}>
              {i18n.t('positions.costRemove')}
            </Button>
          )}
        </div>
      ) : (
        <Form
          action={{ isRunning: save.isRunning }}
          isReady={units !== undefined}
          onSubmit={() => void save.run(units)}
          onCancel={() => setTyped(undefined)}
          button={i18n.t('positions.costSave')}
        >
          <Field
            label={i18n.t(isBuyer ? 'positions.costLabel' : 'positions.costLabelSeller', {
              symbol: symbolOf(token),
            })}
            value={typed}
            inputMode="decimal"
            problem={problem}
            hint={i18n.t('positions.costHint')}
            onType={setTyped}
          />
        </Form>
      )}
      <Notice tone="bad">{save.problem}</Notice>
    </Card>
  );
}
