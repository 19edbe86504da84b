import { type ReactNode, useId } from 'react';
import { i18n } from '#i18n';
import type {
  ActionBlock,
  PositionAction,
  PositionRow,
} from '../../../shared/positions/position-view.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useActionCosts } from '../../hooks/use-action-costs.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useWalletCall } from '../../hooks/use-wallet.ts';
import { costTexts, timesText } from '../../texts/action-texts.ts';
import { actionHint, actionLabel, blockText } from '../../texts/position-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { type FormAction, isForm } from '../holdings/PositionActions.tsx';

/** Every action on a position: what it does and costs, since or until when, or why not now. */
export function ManageActions(props: {
  row: PositionRow;
  account: string;
  /** Selects the account that the action goes from. */
  asOwner: () => Promise<void>;
  onForm: (action: FormAction) => void;
  /** Items before the possible actions, and before those that aren't possible now. */
  more: ReactNode;
  moreNotNow: ReactNode;
}) {
  const { row, account } = props;
  const call = useWalletCall();
  const now = useNow(1000);
  const costs = useActionCosts(account, row);
  const act = useAction(async (action: PositionAction) => {
    await props.asOwner();
    if (isForm(action)) props.onForm(action);
    else await call('positions.act', { option: row.address, action });
  });
  const possible = row.actions.filter(({ blocked }) => blocked === undefined);
  const others = row.actions.filter(({ blocked }) => blocked !== undefined);
  return (
    <>
      <Card className="flex flex-col gap-3">
        <h2 className="text-sm font-semibold">{i18n.t('positions.manage')}</h2>
        {possible.length === 0 && props.more === null ? (
          <p className="text-sm text-muted">{i18n.t('desk.nothingNow')}</p>
        ) : (
          <ul className="flex flex-col divide-y divide-line *:py-3 *:first:pt-0 *:last:pb-0">
            {props.more}
            {possible.map(({ action }) => (
              <ManageItem
                key={action}
                name={actionLabel(action, row)}
                does={actionHint(action, row)}
                facts={[...costTexts(action, costs.data), ...timesText(action, row, now)]}
                button={(describedBy) => (
                  <Button
                    kind="quiet"
                    disabled={act.isRunning}
                    aria-describedby={describedBy}
                    onClick={() => void act.run(action)}
                  >
                    {actionLabel(action, row)}
                  </Button>
                )}
              />
            ))}
          </ul>
        )}
        {act.isRunning ? <Notice>{i18n.t('positions.waiting')}</Notice> : null}
        {act.problem === undefined ? null : <Notice tone="bad">{act.problem}</Notice>}
        {act.isDone ? <Notice>{i18n.t('positions.sent')}</Notice> : null}
      </Card>
      {others.length === 0 && props.moreNotNow === null ? null : (
        <Card className="flex flex-col gap-3" data-testid="not-now">
          <h2 className="text-sm font-semibold">{i18n.t('desk.notNow')}</h2>
          <ul className="flex flex-col divide-y divide-line *:py-3 *:first:pt-0 *:last:pb-0">
            {props.moreNotNow}
            {others.map(({ action, blocked }) => (
              <ManageItem
                key={action}
                name={actionLabel(action, row)}
                {...whyNot(action, blocked, row, now)}
              />
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

/** An action that becomes possible by itself shows when, any other one what it needs. */
function whyNot(
  action: PositionAction,
  blocked: ActionBlock | undefined,
  row: PositionRow,
  now: number,
): { does: string; facts: readonly string[] } {
  const times = timesText(action, row, now);
  if (blocked === undefined) return { does: '', facts: times };
  if (blocked === 'not due' && times.length > 0)
    return { does: actionHint(action, row), facts: times };
  return { does: blockText(blocked, action, row, now), facts: [] };
}

/** One thing that can be done, with its facts below. */
export function ManageItem(props: {
  name: string;
  does: string;
  facts: readonly string[];
  button?: (describedBy: string) => ReactNode;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <li className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div id={id} className="min-w-0 flex-[1_1_16rem]">
          <p className="text-sm font-medium">{props.name}</p>
          <p className="text-xs text-pretty">{props.does}</p>
          <p className="text-xs text-muted">{props.facts.join(' · ')}</p>
        </div>
        {props.button?.(id)}
      </div>
      {props.children}
    </li>
  );
}
