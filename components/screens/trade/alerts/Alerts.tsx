import { Bell } from 'lucide-react';
import { useEffect, useState } from 'react';
import { i18n } from '#i18n';
import { PRICE_FEEDS } from '../../../../shared/chain/deployments.ts';
import type { Alert } from '../../../../shared/messages/alerts.ts';
import { useAction } from '../../../hooks/use-action.ts';
import {
  useNotificationAccess,
  useNotificationsAllowed,
} from '../../../hooks/use-notification-access.ts';
import { useNow } from '../../../hooks/use-now.ts';
import { useSnapshot, useWalletCall } from '../../../hooks/use-wallet.ts';
import { decimalMark } from '../../../texts/numbers.ts';
import { ageOf } from '../../../texts/times.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Select } from '../../../ui/Select.tsx';
import { AlertDialog } from './AlertDialog.tsx';
import { AlertRow } from './AlertRow.tsx';
import { editOf } from './alert-subject.ts';
import { usePresentValue } from './use-present-value.ts';

const SECONDS_5 = 5_000;

/** The list of alerts, fired ones first, and the ways to make one that no other page offers. */
export function Alerts(props: { onOpen: (alert: Alert) => void }) {
  const call = useWalletCall();
  const view = useSnapshot(({ alerts }) => alerts);
  const presentOf = usePresentValue();
  const isHidden = useSnapshot(({ areAmountsHidden }) => areAmountsHidden) === true;
  const [edited, setEdited] = useState<Alert>();
  const [asset, setAsset] = useState(PRICE_FEEDS[0]?.asset ?? '');
  const [isNew, setIsNew] = useState(false);
  const change = useAction((work: () => Promise<unknown>) => work());
  const all = view?.all ?? [];
  const unseen = all.flatMap(({ id, state }) =>
    state.status === 'fired' && !state.isSeen ? [id] : [],
  );
  useSeenOnLeave(unseen);
  const edit =
    edited && editOf(edited.rule, presentOf(edited.rule), { mark: decimalMark(), isHidden });
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-4 p-4" data-testid="alerts">
      <PermissionNote hasAlerts={all.length > 0} />
      <div className="flex flex-wrap items-center gap-2">
        <Select
          label={i18n.t('desk.assets')}
          isLabelHidden
          options={PRICE_FEEDS.map(({ asset: name }) => ({ value: name, text: name }))}
          value={asset}
          onPick={setAsset}
        />
        <Button kind="quiet" onClick={() => setIsNew(true)}>
          <Bell aria-hidden size={16} /> {i18n.t('alerts.newPrice')}
        </Button>
        {all.length === 0 ? null : <Checked at={view?.checkedAt} />}
      </div>
      <Notice tone="bad">{change.problem}</Notice>
      {all.length === 0 ? (
        <div className="flex flex-col gap-1 p-8 text-center">
          <p className="text-base font-semibold">{i18n.t('alerts.empty')}</p>
          <p className="text-sm text-muted">{i18n.t('alerts.emptyHint')}</p>
        </div>
      ) : (
        <Card flush className="overflow-hidden">
          <ul className="divide-y divide-line" aria-label={i18n.t('alerts.title')}>
            {firedFirst(all).map((alert) => (
              <AlertRow
                key={alert.id}
                alert={alert}
                isUnread={view?.unread.includes(alert.id) ?? false}
                onOpen={() => props.onOpen(alert)}
                onEdit={() => setEdited(alert)}
                onRearm={() => void change.run(() => call('alerts.rearm', { id: alert.id }))}
                onRemove={() => void change.run(() => call('alerts.remove', { id: alert.id }))}
              />
            ))}
          </ul>
        </Card>
      )}
      {edit === undefined || edited === undefined ? null : (
        <AlertDialog
          subject={edit.subject}
          former={{ ...edited, entry: edit.entry }}
          onClose={() => setEdited(undefined)}
        />
      )}
      {isNew ? (
        <AlertDialog
          subject={{ kind: 'spot', asset, present: presentOf({ kind: 'spot', asset }) }}
          onClose={() => setIsNew(false)}
        />
      ) : null}
    </div>
  );
}

/** Fired alerts stay highlighted while the list is open. */
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

function Checked({ at }: { at: number | undefined }) {
  const now = useNow(SECONDS_5);
  return (
    <span className="ms-auto text-xs text-muted">
      {at === undefined
        ? i18n.t('alerts.unchecked')
        : i18n.t('alerts.checked', { age: ageOf(at, now) })}
    </span>
  );
}

function PermissionNote({ hasAlerts }: { hasAlerts: boolean }) {
  const isAllowed = useNotificationsAllowed();
  const ask = useNotificationAccess();
  const allow = useAction(async () => {
    setIsDenied(!(await ask()));
  });
  const [isDenied, setIsDenied] = useState(false);
  if (isAllowed !== false || !hasAlerts) return null;
  return (
    <Notice>
      <p>{i18n.t(isDenied ? 'alerts.denied' : 'alerts.offNotice')}</p>
      <LinkButton onClick={() => void allow.run()}>{i18n.t('alerts.allow')}</LinkButton>
    </Notice>
  );
}
