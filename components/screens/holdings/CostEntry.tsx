import { i18n } from '#i18n';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { symbolOf, wholeMoney } from '../../texts/position-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useCostEntry } from './use-cost-entry.ts';

/** Lets the user enter, change and remove the cost of a received position. */
export function CostEntry({ row, asOwner }: { row: PositionRow; asOwner: () => Promise<void> }) {
  const { token, side, enteredCost } = row;
  const cost = useCostEntry(row, asOwner);
  const { save } = cost;
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
      {cost.typed === undefined ? (
        <div className="flex flex-wrap gap-2">
          <Button kind="quiet" onClick={cost.begin}>
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
          isReady={cost.units !== undefined}
          onSubmit={() => void save.run(cost.units)}
          onCancel={() => cost.setTyped(undefined)}
          button={i18n.t('positions.costSave')}
        >
          <Field
            label={i18n.t(isBuyer ? 'positions.costLabel' : 'positions.costLabelSeller', {
              symbol: symbolOf(token),
            })}
            value={cost.typed}
            inputMode="decimal"
            problem={cost.problem}
            hint={i18n.t('positions.costHint')}
            onType={cost.setTyped}
          />
        </Form>
      )}
      <Notice tone="bad">{save.problem}</Notice>
    </Card>
  );
}
