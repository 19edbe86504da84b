import { i18n } from '#i18n';
import type { RollTarget } from '../../../shared/desk/roll.ts';
import { usd8 } from '../../../shared/units.ts';
import { useHidden } from '../../hooks/use-hidden-amounts.ts';
import { contractsText } from '../../texts/numbers.ts';
import { getUsd, payUsd } from '../../texts/payments.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { obstacleText } from './roll-texts.ts';
import type { RollObstacle } from './use-roll-obstacle.ts';

/** The second part: where the account is, and what can be done. */
export function RollOpening(props: {
  obstacle: RollObstacle | undefined;
  why: string;
  /** A part of it was opened. */
  isRest: boolean;
  isUnread: boolean;
  name: string;
  target: RollTarget | undefined;
  onOpen: (target: RollTarget) => void;
  onAsk: () => void;
}) {
  const { obstacle, target } = props;
  const hidden = useHidden();
  const isBlocked = obstacle !== undefined;
  const unquoted = props.isRest ? 'roll.unquotedRest' : 'roll.unquoted';
  const cash = target?.cash ?? usd8(0n);
  return (
    <Card className="flex flex-col gap-3" data-testid="roll-opening">
      <p className="text-sm text-pretty">{props.why}</p>
      {isBlocked ? <Notice>{obstacleText(obstacle)}</Notice> : null}
      {target === undefined ? (
        <>
          <Notice tone="warn">{i18n.t(props.isUnread ? 'roll.late' : unquoted)}</Notice>
          <Button kind="quiet" disabled={isBlocked} onClick={props.onAsk}>
            {i18n.t('roll.ask')}
          </Button>
        </>
      ) : (
        <>
          {target.isPart ? (
            <p className="text-xs text-warn">
              {hidden(
                i18n.t('roll.onlyPart', {
                  count: contractsText(target.fill.contracts, target.fill.decimals),
                }),
              )}
            </p>
          ) : null}
          <Button disabled={isBlocked} onClick={() => props.onOpen(target)}>
            {i18n.t('roll.openNow', {
              option: props.name,
              price: hidden(cash < 0n ? payUsd(-cash) : getUsd(cash)),
            })}
          </Button>
        </>
      )}
    </Card>
  );
}
