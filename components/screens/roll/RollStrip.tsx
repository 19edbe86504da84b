import { i18n } from '#i18n';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import type { Roll } from '../../../shared/messages/roll.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { closedName, openedName } from './roll-texts.ts';

const NONE: readonly Roll[] = [];

/** Leads back to the account's unfinished rolls. */
export function RollStrip(props: {
  account: string | undefined;
  rows: readonly PositionRow[];
  /** False until the positions were read. */
  isRead: boolean;
  onOpen: (key: string) => void;
}) {
  const rolls = useSnapshot((snapshot) => snapshot.rolls) ?? NONE;
  return rolls.map((roll) => {
    const row = props.rows.find(
      ({ address, side }) => side === roll.side && isSameAddress(address, roll.option),
    );
    if (!isSameAddress(roll.account, props.account ?? '')) return null;
    if (row === undefined)
      return props.isRead ? <LostRoll key={`${roll.option} ${roll.side}`} roll={roll} /> : null;
    return (
      <Button
        key={`${roll.option} ${roll.side}`}
        kind="quiet"
        onClick={() => props.onOpen(row.key)}
      >
        {i18n.t('roll.unfinished', { from: closedName(row), option: openedName(roll) })}
      </Button>
    );
  });
}

/** A roll whose position left the account: it can only be stopped. */
function LostRoll({ roll }: { roll: Roll }) {
  const call = useWalletCall();
  const { account, option, side } = roll;
  const end = useAction(() => call('rolls.end', { account, option, side, opened: [] }));
  return (
    <Notice tone="warn">
      <p>{i18n.t('roll.lost', { option: openedName(roll) })}</p>
      <Button kind="quiet" disabled={end.isRunning} onClick={() => void end.run()}>
        {i18n.t('roll.stop')}
      </Button>
    </Notice>
  );
}
