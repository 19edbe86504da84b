import { useState } from 'react';
import { i18n } from '#i18n';
import { useAction } from '../../hooks/use-action.ts';
import { useAwaitedAccess } from '../../hooks/use-awaited-access.ts';
import { useNotificationAccess } from '../../hooks/use-notification-access.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';

const CHOICES = [
  { kind: 'off', label: 'positions.noticesOff' },
  { kind: 'plain', label: 'positions.noticesPlain' },
  { kind: 'named', label: 'positions.noticesNamed' },
] as const;

type Kind = (typeof CHOICES)[number]['kind'];

/** Whether, and with how much said, the browser tells of an expiry. Off until chosen. */
export function ExpiryNotices() {
  const call = useWalletCall();
  const askForNotifications = useNotificationAccess();
  const awaitAccess = useAwaitedAccess();
  const chosen = useSnapshot((snapshot) => snapshot.expiryNotices);
  const [isDenied, setIsDenied] = useState(false);
  const choose = useAction(async (kind: Kind) => {
    const isAllowed =
      kind === 'off' ||
      (await awaitAccess({ kind: 'expiryNotices', notices: kind }, askForNotifications));
    setIsDenied(!isAllowed);
    if (isAllowed) await call('settings.setExpiryNotices', { kind });
  });
  return (
    <Card>
      <fieldset className="flex flex-col gap-1">
        <legend className="float-left mb-1 text-sm font-semibold">
          {i18n.t('positions.notices')}
        </legend>
        <p className="clear-both text-xs text-muted">{i18n.t('positions.noticesHint')}</p>
        {CHOICES.map(({ kind, label }) => (
          <label key={kind} className="flex items-center gap-3 rounded-lg py-1.5 text-sm">
            <input
              type="radio"
              name="expiry-notices"
              className="accent-accent"
              checked={chosen === kind}
              onChange={() => void choose.run(kind)}
            />
            {i18n.t(label)}
          </label>
        ))}
      </fieldset>
      {isDenied ? <Notice tone="warn">{i18n.t('positions.noticesDenied')}</Notice> : null}
      {choose.problem === undefined ? null : <Notice tone="bad">{choose.problem}</Notice>}
    </Card>
  );
}
