import { i18n } from '#i18n';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import type { Roll } from '../../../shared/messages/roll.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { useSnapshot } from '../../hooks/use-wallet.ts';
import { Button } from '../../ui/Button.tsx';
import { openedName } from './roll-texts.ts';

const NONE: readonly Roll[] = [];

/** Leads back to the account's unfinished rolls. */
export function RollStrip(props: {
  account: string | undefined;
  rows: readonly PositionRow[];
  onOpen: (key: string) => void;
}) {
  const rolls = useSnapshot((snapshot) => snapshot.rolls) ?? NONE;
  return rolls.map((roll) => {
    const row = props.rows.find(
      ({ address, side }) => side === roll.side && isSameAddress(address, roll.option),
    );
    if (row === undefined || !isSameAddress(roll.account, props.account ?? '')) return null;
    return (
      <Button
        key={`${roll.option} ${roll.side}`}
        kind="quiet"
        onClick={() => props.onOpen(row.key)}
      >
        {i18n.t('roll.unfinished', { option: openedName(roll) })}
      </Button>
    );
  });
}
