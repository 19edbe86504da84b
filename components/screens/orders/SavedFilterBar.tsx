import { X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { i18n } from '#i18n';
import {
  MAX_SAVED_FILTERS,
  type OrderFilter,
  type SavedFilter,
} from '../../../shared/messages/order-filter.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { activeParts, isSameFilter } from './order-list.ts';

/** The user's named filters: applied by a press, removed by another, restored by a third. */
export function SavedFilterBar(props: {
  filter: OrderFilter;
  /** Lets the user name the current filter; shown while the filter panel is open. */
  isOpen: boolean;
  onChoose: (filter: OrderFilter) => void;
}) {
  const { filter, isOpen, onChoose } = props;
  const call = useWalletCall();
  const saved = useSnapshot((snapshot) => snapshot.savedFilters) ?? [];
  const [before, setBefore] = useState<{ filters: readonly SavedFilter[]; name: string }>();
  const write = useAction((filters: readonly SavedFilter[]) =>
    call('orders.saveFilters', { filters: [...filters] }),
  );
  const remove = (gone: SavedFilter) => {
    setBefore({ filters: saved, name: gone.name });
    void write.run(saved.filter(({ id }) => id !== gone.id));
  };
  const isKnown = saved.some((one) => isSameFilter(one.filter, filter));
  return (
    <div className="flex flex-col gap-2 empty:hidden">
      {saved.length === 0 ? null : (
        <ul className="flex gap-1.5 overflow-x-auto py-0.5" aria-label={i18n.t('orders.savedList')}>
          {saved.map((one) => (
            <li
              key={one.id}
              className={`flex shrink-0 items-center rounded-full border text-xs ${isSameFilter(one.filter, filter) ? 'border-accent bg-accent-soft text-accent' : 'border-line bg-surface'}`}
            >
              <button
                type="button"
                aria-pressed={isSameFilter(one.filter, filter)}
                onClick={() => onChoose(one.filter)}
                className="min-h-7 rounded-full pe-1 ps-3 font-medium whitespace-nowrap"
              >
                <bdi>{one.name}</bdi>
              </button>
              <button
                type="button"
                aria-label={i18n.t('orders.removeSaved', { name: one.name })}
                onClick={() => remove(one)}
                className="flex min-h-7 min-w-7 items-center justify-center rounded-full hover:bg-raised"
              >
                <X aria-hidden size={12} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {before === undefined ? null : (
        <Notice>
          <span className="flex items-center justify-between gap-2">
            {i18n.t('orders.removedSaved', { name: before.name })}
            <button
              type="button"
              className="font-semibold text-accent underline-offset-2 hover:underline"
              onClick={() => {
                void write.run(before.filters);
                setBefore(undefined);
              }}
            >
              {i18n.t('orders.undo')}
            </button>
          </span>
        </Notice>
      )}
      {write.problem === undefined ? null : <Notice tone="bad">{write.problem}</Notice>}
      {isOpen && !isKnown && activeParts(filter) > 0 ? (
        <SaveForm
          isFull={saved.length >= MAX_SAVED_FILTERS}
          onSave={async (name) => {
            setBefore(undefined);
            const id = crypto.randomUUID();
            await write.run([...saved, { id, name, filter }]);
          }}
        />
      ) : null}
    </div>
  );
}

function SaveForm(props: { isFull: boolean; onSave: (name: string) => Promise<void> }) {
  const [name, setName] = useState('');
  const save = async (event: FormEvent) => {
    event.preventDefault();
    await props.onSave(name.trim());
    setName('');
  };
  if (props.isFull) return <p className="text-xs text-muted">{i18n.t('orders.savedFull')}</p>;
  return (
    <form className="flex gap-2" onSubmit={(event) => void save(event)}>
      <input
        aria-label={i18n.t('orders.savedName')}
        placeholder={i18n.t('orders.savedName')}
        value={name}
        maxLength={40}
        onChange={(event) => setName(event.target.value)}
        className="min-h-10 min-w-0 flex-1 rounded-xl border border-line bg-surface px-3 text-sm placeholder:text-muted"
      />
      <Button type="submit" kind="quiet" disabled={name.trim() === ''}>
        {i18n.t('orders.save')}
      </Button>
    </form>
  );
}
