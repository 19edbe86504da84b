import { useEffect, useRef, useState } from 'react';
import { i18n } from '#i18n';
import {
  type Alert,
  type AlertRule,
  MAX_ALERTS,
  type WhileLocked,
} from '../../../../shared/messages/alerts.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useIsHidden } from '../../../hooks/use-hidden-amounts.ts';
import { useNotificationAccess } from '../../../hooks/use-notification-access.ts';
import { useSnapshot, useWalletCall } from '../../../hooks/use-wallet.ts';
import { decimalMark } from '../../../texts/numbers.ts';
import { Form } from '../../../ui/Form.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Select } from '../../../ui/Select.tsx';
import { AlertFields } from './AlertFields.tsx';
import { type AlertEntry, type AlertSubject, firstEntry, ruleFrom } from './alert-subject.ts';

const LOCKED: readonly WhileLocked[] = ['off', 'plain', 'named'];

/** Shows a dialog in which the user sets or changes an alert. */
export function AlertDialog(props: {
  subject: AlertSubject;
  /** The alert to change. */
  former?: Pick<Alert, 'id' | 'rule' | 'whileLocked'> & { readonly entry: AlertEntry };
  onClose: (isSet: boolean) => void;
}) {
  const { subject, former } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const call = useWalletCall();
  const askForNotifications = useNotificationAccess();
  const known = useSnapshot(({ alerts }) => alerts?.all) ?? [];
  const mark = decimalMark();
  const isHidden = useIsHidden();
  const [entry, setEntry] = useState<AlertEntry>(
    former?.entry ?? firstEntry(subject, { mark, isHidden }),
  );
  const [first] = useState(entry);
  const [whileLocked, setWhileLocked] = useState<WhileLocked>(former?.whileLocked ?? 'plain');
  const rule = ruleFrom(subject, entry, mark, isHidden ? former?.rule : undefined);
  const isFull = former === undefined && known.length >= MAX_ALERTS;
  const save = useAction(async (wanted: AlertRule) => {
    const id = former?.id ?? crypto.randomUUID();
    const saved = call('alerts.set', { id, rule: wanted, whileLocked });
    // The browser shows its prompt only in response to a click. The prompt can close the popup, but
    // the worker already has the alert.
    if (known.length === 0) askForNotifications().catch(() => undefined);
    await saved;
    props.onClose(true);
  });
  return (
    <dialog
      ref={dialog}
      onClose={() => props.onClose(false)}
      aria-label={i18n.t(former === undefined ? 'alerts.dialog' : 'alerts.dialogEdit')}
      className="m-auto w-96 max-w-[94%] rounded-2xl border border-line bg-surface p-4 text-start text-ink backdrop:bg-black/50"
    >
      <Form
        action={save}
        isReady={typeof rule !== 'string' && !isFull}
        onSubmit={() => typeof rule !== 'string' && void save.run(rule)}
        onCancel={() => dialog.current?.close()}
        button={i18n.t(former === undefined ? 'alerts.save' : 'alerts.saveEdit')}
      >
        <h2 className="text-lg font-semibold">
          {i18n.t(former === undefined ? 'alerts.dialog' : 'alerts.dialogEdit')}
        </h2>
        <AlertFields
          {...{ subject, entry, rule }}
          isUntouched={entry.level === first.level}
          onEntry={setEntry}
        />
        <Select
          label={i18n.t('alerts.whileLocked')}
          options={LOCKED.map((value) => ({ value, text: i18n.t(`alerts.locked.${value}`) }))}
          value={whileLocked}
          onPick={setWhileLocked}
        />
        <p className="text-xs text-pretty text-muted">
          {i18n.t(subject.kind === 'position' ? 'alerts.accountHint' : 'alerts.marketHint')}
        </p>
        {isFull ? <Notice tone="warn">{i18n.t('alerts.full', { most: MAX_ALERTS })}</Notice> : null}
      </Form>
    </dialog>
  );
}
