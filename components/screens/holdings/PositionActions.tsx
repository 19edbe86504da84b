import { useId } from 'react';
import { i18n } from '#i18n';
import type {
  ActionBlock,
  PositionAction,
  PositionRow,
} from '../../../shared/positions/position-view.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useWalletCall } from '../../hooks/use-wallet.ts';
import { actionHint, actionLabel, blockText, deliversAtLoss } from '../../texts/position-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** Actions that pay out the option's value to the holder. */
const MAIN: readonly PositionAction[] = ['payout', 'allow-delivery', 'exercise'];

const isDelivery = (action: PositionAction) => action === 'allow-delivery' || action === 'exercise';

/** Blocks that need no sentence: the page shows the expiry, and most accounts hold one side. */
const PLAIN: readonly ActionBlock[] = ['not due', 'expired', 'one side only', 'no excess'];

/** Actions that ask for more on a page of their own. */
export type FormAction = 'transfer' | 'split' | 'offers';

const FORMS: readonly PositionAction[] = ['transfer', 'split', 'offers'];

export const isForm = (action: PositionAction): action is FormAction => FORMS.includes(action);

/** The holder's possible actions, each with its effect, and what keeps the others from being possible. */
export function PositionActions({
  row,
  onForm,
}: {
  row: PositionRow;
  onForm: (action: FormAction) => void;
}) {
  const call = useWalletCall();
  const now = useNow(1000);
  const act = useAction((action: Exclude<PositionAction, FormAction>) =>
    call('positions.act', { option: row.address, action }),
  );
  const possible = row.actions.filter(({ blocked }) => blocked === undefined);
  const reasons = new Set(
    row.actions.flatMap(({ action, blocked }) =>
      blocked === undefined || PLAIN.includes(blocked)
        ? []
        : [blockText(blocked, action, row, now)],
    ),
  );
  if (possible.length === 0 && reasons.size === 0) return null;
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-sm font-semibold">{i18n.t('positions.actions')}</h2>
      <ul className="flex flex-col gap-3">
        {possible.map(({ action }) => (
          <Action
            key={action}
            label={actionLabel(action, row)}
            hint={actionHint(action, row)}
            isPossible={!act.isRunning}
            isMain={MAIN.includes(action) && !(isDelivery(action) && deliversAtLoss(row))}
            onPress={() => (isForm(action) ? onForm(action) : void act.run(action))}
          />
        ))}
      </ul>
      {[...reasons].map((reason) => (
        <p key={reason} className="text-xs text-muted">
          {reason}
        </p>
      ))}
      {act.isRunning ? <Notice>{i18n.t('positions.waiting')}</Notice> : null}
      {act.problem === undefined ? null : <Notice tone="bad">{act.problem}</Notice>}
      {act.isDone ? <Notice>{i18n.t('positions.sent')}</Notice> : null}
    </Card>
  );
}

function Action(props: {
  label: string;
  hint: string;
  isPossible: boolean;
  isMain: boolean;
  onPress: () => void;
}) {
  const id = useId();
  return (
    <li className="flex items-center gap-3">
      <p id={id} className="min-w-0 flex-1 text-xs text-muted">
        {props.hint}
      </p>
      <Button
        kind={props.isMain && props.isPossible ? 'primary' : 'quiet'}
        className="w-[45%] shrink-0"
        disabled={!props.isPossible}
        aria-describedby={id}
        onClick={props.onPress}
      >
        {props.label}
      </Button>
    </li>
  );
}
