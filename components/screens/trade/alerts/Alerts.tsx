import { Bell } from 'lucide-react';
import { useState } from 'react';
import { i18n } from '#i18n';
import { PRICE_FEEDS } from '../../../../shared/chain/deployments.ts';
import type { Alert } from '../../../../shared/messages/alerts.ts';
import { useAction } from '../../../hooks/use-action.ts';
import {
  useNotificationAccess,
  useNotificationsAllowed,
} from '../../../hooks/use-notification-access.ts';
import { useNow } from '../../../hooks/use-now.ts';
import { ageOf } from '../../../texts/times.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Select } from '../../../ui/Select.tsx';
import { AlertDialog } from './AlertDialog.tsx';
import { AlertRow } from './AlertRow.tsx';
import { useAlerts } from './use-alerts.ts';

const SECONDS_5 = 5_000;

/**
 * Lists the alerts, fired ones first, with buttons for kinds of alerts that other pages don't
 * create.
 */
export function Alerts({ onOpen }: { onOpen: (alert: Alert) => void }) {
  return <AlertList alerts={useAlerts()} onOpen={onOpen} />;
}

function AlertList(props: {
  alerts: ReturnType<typeof useAlerts>;
  onOpen: (alert: Alert) => void;
}) {
  const { alerts } = props;
  const { all, unread, dialog } = alerts;
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-4 p-4" data-testid="alerts">
      <PermissionNote hasAlerts={all.length > 0} />
      <div className="flex flex-wrap items-center gap-2">
        <Select
          label={i18n.t('desk.assets')}
          isLabelHidden
          options={PRICE_FEEDS.map(({ asset: name }) => ({ value: name, text: name }))}
          value={alerts.asset}
          onPick={alerts.setAsset}
        />
        <Button kind="quiet" onClick={() => alerts.setEdited('new')}>
          <Bell aria-hidden size={16} /> {i18n.t('alerts.newPrice')}
        </Button>
        {all.length === 0 ? null : <Checked at={alerts.checkedAt} />}
      </div>
      <Notice tone="bad">{alerts.problem}</Notice>
      {all.length === 0 ? (
        <div className="flex flex-col gap-1 p-8 text-center">
          <p className="text-base font-semibold">{i18n.t('alerts.empty')}</p>
          <p className="text-sm text-muted">{i18n.t('alerts.emptyHint')}</p>
        </div>
      ) : (
        <Card flush className="overflow-hidden">
          <ul className="divide-y divide-line" aria-label={i18n.t('alerts.title')}>
            {all.map((alert) => (
              <AlertRow
                key={alert.id}
                alert={alert}
                isUnread={unread.includes(alert.id)}
                onOpen={() => props.onOpen(alert)}
                onEdit={() => alerts.setEdited(alert)}
                onRearm={() => alerts.rearm(alert)}
                onRemove={() => alerts.remove(alert)}
              />
            ))}
          </ul>
        </Card>
      )}
      {dialog === undefined ? null : (
        <AlertDialog {...dialog} onClose={() => alerts.setEdited(undefined)} />
      )}
    </div>
  );
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
