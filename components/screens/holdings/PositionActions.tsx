import { type ReactNode, useId } from 'react';
import { i18n } from '#i18n';
import type { PositionAction, PositionRow } from '../../../shared/positions/position-view.ts';
import { costTexts, timesText } from '../../texts/action-texts.ts';
import { actionHint, actionLabel, blockText, deliversAtLoss } from '../../texts/position-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { PositionPageState } from './use-position-page.ts';

/** Actions that pay out the option's value to the holder. */
const MAIN: readonly PositionAction[] = ['payout', 'allowDelivery', 'exercise'];

const LIST = 'flex flex-col divide-y divide-line *:py-3 *:first:pt-0 *:last:pb-0';

/**
 * Additional items: `now` above the possible actions, `notNow` above the actions that aren't
 * possible yet.
 */
export interface MoreActions {
  readonly now?: ReactNode;
  readonly notNow?: ReactNode;
}

/**
 * Lists all actions on a position. Each shows its effect, cost and time limits, or the reason why
 * it isn't possible.
 */
export function PositionActions({ page, more }: { page: PositionPageState; more: MoreActions }) {
  const { row, now, costs, isBusy } = page;
  const possible = row.actions.filter(({ blocked }) => blocked === undefined);
  const others = notPossible(row, now);
  return (
    <>
      <Card className="flex flex-col gap-3">
        <h2 className="text-sm font-semibold">{i18n.t('positions.manage')}</h2>
        {possible.length === 0 && more.now === undefined ? (
          <p className="text-sm text-muted">{i18n.t('desk.nothingNow')}</p>
        ) : (
          <ul className={LIST}>
            {more.now}
            {possible.map(({ action }) => (
              <ActionItem
                key={action}
                name={actionLabel(action, row)}
                does={actionHint(action, row)}
                facts={[...costTexts(action, costs), ...timesText(action, row, now)]}
                button={(describedBy) => (
                  <Button
                    kind={isMain(action, row) && !isBusy ? 'primary' : 'quiet'}
                    disabled={isBusy}
                    aria-describedby={describedBy}
                    onClick={() => page.begin(action)}
                  >
                    {actionLabel(action, row)}
                  </Button>
                )}
              />
            ))}
          </ul>
        )}
        {isBusy ? <Notice>{i18n.t('positions.waiting')}</Notice> : null}
        <Notice tone="bad">{page.problem}</Notice>
        {page.isSent ? <Notice>{i18n.t('positions.sent')}</Notice> : null}
      </Card>
      {others.length === 0 && more.notNow === undefined ? null : (
        <Card className="flex flex-col gap-3" data-testid="not-now">
          <h2 className="text-sm font-semibold">{i18n.t('desk.notNow')}</h2>
          <ul className={LIST}>
            {more.notNow}
            {others.map((item) => (
              <ActionItem key={item.name} {...item} />
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

const isMain = (action: PositionAction, row: PositionRow) =>
  MAIN.includes(action) && (action === 'payout' || !deliversAtLoss(row));

interface Described {
  readonly name: string;
  readonly does: string;
  readonly facts: readonly string[];
}

/** Returns the blocked actions, grouped by their reason. */
function notPossible(row: PositionRow, now: number): readonly Described[] {
  const all = new Map<string, Described>();
  for (const { action, blocked } of row.actions) {
    if (blocked === undefined) continue;
    const times = timesText(action, row, now);
    const label = actionLabel(action, row);
    // If the action becomes possible at a known time, the item shows the time. Otherwise it shows
    // the requirements.
    const [does, facts] =
      blocked === 'notDue' && times.length > 0
        ? [actionHint(action, row), times]
        : [blockText(blocked, action, row, now), []];
    const key = [does, ...facts].join('\n');
    const same = all.get(key);
    all.set(key, { name: same === undefined ? label : `${same.name}, ${label}`, does, facts });
  }
  return [...all.values()];
}

export function ActionItem(
  props: Described & {
    button?: (describedBy: string) => ReactNode;
    children?: ReactNode;
  },
) {
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
