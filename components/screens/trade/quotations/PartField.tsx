import { i18n } from '#i18n';
import type { ActionCosts, PositionRow } from '../../../../shared/positions/position-view.ts';
import { useHidden } from '../../../hooks/use-hidden-amounts.ts';
import { costTexts } from '../../../texts/action-texts.ts';
import { amountProblem } from '../../../texts/amount-problem.ts';
import { amountText, contractsWord } from '../../../texts/numbers.ts';
import { Field } from '../../../ui/Field.tsx';
import type { ClosedPart } from './closed-part.ts';

/** Asks how much of a position to close, and shows the cost of splitting off a part. */
export function PartField(props: {
  row: PositionRow;
  typed: string;
  /** Undefined while the typed number can't be closed. */
  part: ClosedPart | undefined;
  costs: ActionCosts | undefined;
  onTyped: (typed: string) => void;
}) {
  const { row, part } = props;
  const hidden = useHidden();
  const all = row.contracts;
  const countText = (count: bigint) =>
    hidden(amountText(count, row.token.decimals, row.token.decimals));
  return (
    <div className="flex flex-col gap-2">
      <Field
        label={i18n.t('quotations.partContracts')}
        value={props.typed}
        inputMode="decimal"
        hint={i18n.t('quotations.partOf', { all: countText(all) })}
        problem={
          part !== undefined
            ? undefined
            : amountProblem(props.typed, i18n.t('quotations.partWrong', { all: countText(all) }))
        }
        onType={(text) => props.onTyped(text)}
      />
      {part?.collateral === undefined ? null : (
        <div
          className="flex flex-col gap-1 rounded-xl border border-line p-3 text-sm"
          data-testid="part"
        >
          <p className="text-pretty">
            {i18n.t('quotations.partSteps', {
              part: contractsWord(countText(part.count)),
              rest: contractsWord(countText(all - part.count)),
            })}
          </p>
          <p className="text-xs text-muted">{costTexts('split', props.costs).join(' · ')}</p>
        </div>
      )}
    </div>
  );
}
