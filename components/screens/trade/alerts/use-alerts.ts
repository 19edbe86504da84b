import { useEffect, useState } from 'react';
import { PRICE_FEEDS } from '../../../../shared/chain/deployments.ts';
import type { Alert } from '../../../../shared/messages/alerts.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useIsHidden } from '../../../hooks/use-hidden-amounts.ts';
import { useSnapshot, useWalletCall } from '../../../hooks/use-wallet.ts';
import { decimalMark } from '../../../texts/numbers.ts';
import { editOf } from './alert-subject.ts';
import { usePresentValue } from './use-present-value.ts';

/** Returns the alerts, fired ones first, their commands, and the form of a new or edited alert. */
export function useAlerts() {
  const call = useWalletCall();
  const view = useSnapshot(({ alerts }) => alerts);
  const presentOf = usePresentValue();
  const isHidden = useIsHidden();
  const [asset, setAsset] = useState(PRICE_FEEDS[0]?.asset ?? '');
  const [edited, setEdited] = useState<Alert | 'new'>();
  const change = useAction((work: () => Promise<unknown>) => work());
  const all = view?.all ?? [];
  useSeenOnLeave(
    all.flatMap(({ id, state }) => (state.status === 'fired' && !state.isSeen ? [id] : [])),
  );
  const dialogOf = (alert: Alert | 'new') => {
    if (alert === 'new') {
      const rule = { kind: 'spot', asset } as const;
      return { subject: { ...rule, present: presentOf(rule) } };
    }
    const { rule } = alert;
    const { subject, entry } = editOf(rule, presentOf(rule), { mark: decimalMark(), isHidden });
    return { subject, former: { ...alert, entry } };
  };
  return {
    all: firedFirst(all),
    unread: view?.unread ?? [],
    checkedAt: view?.checkedAt,
    problem: change.problem,
    ...{ asset, setAsset, setEdited },
    dialog: edited && dialogOf(edited),
    rearm: ({ id }: Alert) => void change.run(() => call('alerts.rearm', { id })),
    remove: ({ id }: Alert) => void change.run(() => call('alerts.remove', { id })),
  };
}

/** Marks fired alerts as seen when the user leaves the list. In the list, they stay highlighted. */
function useSeenOnLeave(unseen: readonly string[]): void {
  const call = useWalletCall();
  const ids = unseen.join(' ');
  useEffect(
    () => () => {
      if (ids !== '') call('alerts.see', { ids: ids.split(' ') }).catch(() => undefined);
    },
    [call, ids],
  );
}

function firedFirst(alerts: readonly Alert[]): readonly Alert[] {
  const firedAt = ({ state }: Alert) => (state.status === 'fired' ? state.at : 0);
  return [...alerts].sort((a, b) => firedAt(b) - firedAt(a));
}
