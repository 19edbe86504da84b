import { Bell } from 'lucide-react';
import { useState } from 'react';
import { i18n } from '#i18n';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { later } from '../../../ui/later.tsx';
import type { AlertSubject } from './alert-subject.ts';

const AlertDialog = later(async () => (await import('./AlertDialog.tsx')).AlertDialog);

/** Shows a button that opens the form of an alert about something on the page. */
export function AlertMe(props: {
  subject: AlertSubject;
  /** If set, the button shows only an icon, with this label. */
  label?: string;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const [isSet, setIsSet] = useState(false);
  const open = () => {
    setIsSet(false);
    setIsOpen(true);
  };
  return (
    <>
      {props.label === undefined ? (
        <Button kind="quiet" onClick={open}>
          <Bell aria-hidden size={16} /> {i18n.t('alerts.alertMe')}
        </Button>
      ) : (
        <IconButton label={props.label} onClick={open} className="-my-1">
          <Bell aria-hidden size={16} />
        </IconButton>
      )}
      <span role="status" className="text-xs text-muted empty:hidden">
        {isSet ? i18n.t('alerts.isSet') : ''}
      </span>
      {isOpen ? (
        <AlertDialog
          subject={props.subject}
          onClose={(wasSet) => {
            setIsOpen(false);
            setIsSet(wasSet);
          }}
        />
      ) : null}
    </>
  );
}
