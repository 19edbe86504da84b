import { useEffect, useRef, useState } from 'react';
import { i18n } from '#i18n';
import { useKey } from '../hooks/use-key.ts';
import { Button } from './Button.tsx';
import { Fact, Facts } from './Facts.tsx';

const KEYS = [
  { keys: ['/'], does: 'search' },
  { keys: ['↑', '↓'], does: 'move' },
  { keys: ['↵'], does: 'open' },
  { keys: ['Esc'], does: 'back' },
  { keys: ['H'], does: 'hide' },
  { keys: ['?'], does: 'help' },
] as const;

/** Shows the page's keyboard shortcuts when the user presses `?`. */
export function KeyList() {
  const [isOpen, setIsOpen] = useState(false);
  useKey('?', () => setIsOpen(true));
  return isOpen ? <Keys onClose={() => setIsOpen(false)} /> : null;
}

function Keys(props: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      onClose={props.onClose}
      aria-label={i18n.t('keys.title')}
      className="m-auto w-80 max-w-[90%] rounded-2xl border border-line bg-surface p-4 text-ink backdrop:bg-black/50"
    >
      <div className="flex flex-col gap-3">
        <h2 className="text-lg font-semibold">{i18n.t('keys.title')}</h2>
        <Facts>
          {KEYS.map(({ keys, does }) => (
            <Fact
              key={does}
              label={i18n.t(`keys.${does}`)}
              text={keys.map((key) => (
                <kbd
                  key={key}
                  className="ms-1 inline-block min-w-7 rounded-md border border-line bg-raised px-1.5 py-0.5 text-center text-xs"
                >
                  {key}
                </kbd>
              ))}
            />
          ))}
        </Facts>
        <Button kind="quiet" onClick={() => dialog.current?.close()}>
          {i18n.t('keys.close')}
        </Button>
      </div>
    </dialog>
  );
}
