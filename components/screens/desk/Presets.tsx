import { X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { i18n } from '#i18n';
import { isNumber } from '../../../shared/parse-amount.ts';
import { useDeskChoices } from '../../hooks/use-desk-choices.ts';
import { decimalMark } from '../../texts/numbers.ts';
import { localTime } from '../../texts/times.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Select } from '../../ui/Select.tsx';
import { kindOf, type SizeKind, sizeFrom, typedOf } from './preset-entry.ts';

const SIZES = [
  { kind: 'one', label: 'watchlist.sizeOne' },
  { kind: 'contracts', label: 'watchlist.sizeContracts' },
  { kind: 'premium', label: 'watchlist.sizePremium' },
  { kind: 'loss', label: 'watchlist.sizeLoss' },
  { kind: 'share', label: 'watchlist.sizeShare' },
] as const satisfies readonly { kind: SizeKind; label: string }[];

const UNITS = {
  contracts: 'watchlist.contracts',
  premium: 'watchlist.dollars',
  loss: 'watchlist.dollars',
  share: 'watchlist.percent',
} as const;

/** The default size of tickets, and the favourite expiries. */
export function Presets() {
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-base font-semibold">{i18n.t('watchlist.presets')}</h2>
      <DefaultSizeForm />
      <FavouriteExpiries />
    </Card>
  );
}

function DefaultSizeForm() {
  const { choices, save } = useDeskChoices();
  const mark = decimalMark();
  const [kind, setKind] = useState<SizeKind>(kindOf(choices.size));
  const [typed, setTyped] = useState(typedOf(choices.size, mark));
  const size = kind === 'one' ? undefined : sizeFrom(kind, typed, mark);
  const isWrong = kind !== 'one' && size === undefined;
  const isSaved =
    kind === kindOf(choices.size) && typedOf(size, mark) === typedOf(choices.size, mark);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { size: _, ...others } = choices;
    if (!isWrong) void save.run(size === undefined ? others : { ...others, size });
  };
  return (
    <form className="flex flex-col gap-2" onSubmit={submit} data-testid="default-size">
      <div className="flex flex-wrap items-end gap-2 *:min-w-40 *:flex-1">
        <Select
          label={i18n.t('watchlist.size')}
          value={kind}
          onChange={({ target }) => {
            setKind(SIZES.find((one) => one.kind === target.value)?.kind ?? 'one');
            setTyped('');
          }}
        >
          {SIZES.map(({ kind: name, label }) => (
            <option key={name} value={name}>
              {i18n.t(label)}
            </option>
          ))}
        </Select>
        {kind === 'one' ? null : (
          <Field
            label={i18n.t(UNITS[kind])}
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            problem={
              isWrong && typed !== '' ? i18n.t(problemOf(kind, isNumber(typed, mark))) : undefined
            }
          />
        )}
      </div>
      <p className="text-xs text-pretty text-muted">{i18n.t('watchlist.sizeHint')}</p>
      {save.problem === undefined ? null : <Notice tone="bad">{save.problem}</Notice>}
      <div className="flex items-center gap-2">
        <Button type="submit" kind="quiet" disabled={isWrong || isSaved || save.isRunning}>
          {i18n.t('watchlist.save')}
        </Button>
        <span role="status" className="text-xs text-muted">
          {save.isDone && isSaved ? i18n.t('watchlist.saved') : ''}
        </span>
      </div>
    </form>
  );
}

function problemOf(kind: SizeKind, isReadable: boolean) {
  if (!isReadable) return 'ticket.noNumber';
  return kind === 'share' ? 'watchlist.needsPercent' : 'watchlist.needsNumber';
}

function FavouriteExpiries() {
  const { choices, save } = useDeskChoices();
  const expiries = choices.expiries.toSorted((a, b) => a - b);
  return (
    <section aria-label={i18n.t('watchlist.favourites')} className="flex flex-col gap-2">
      <h3 className="text-sm font-medium">{i18n.t('watchlist.favourites')}</h3>
      {expiries.length === 0 ? (
        <p className="text-xs text-muted">{i18n.t('watchlist.noFavourites')}</p>
      ) : (
        <ul className="flex flex-wrap gap-1.5">
          {expiries.map((expiry) => (
            <li
              key={expiry}
              className="flex items-center rounded-full border border-line bg-surface ps-3 text-xs"
            >
              {localTime(expiry)}
              <button
                type="button"
                aria-label={i18n.t('watchlist.expiryAt', { expiry: localTime(expiry) })}
                onClick={() =>
                  void save.run({
                    ...choices,
                    expiries: choices.expiries.filter((one) => one !== expiry),
                  })
                }
                className="flex min-h-7 min-w-7 items-center justify-center rounded-full hover:bg-raised"
              >
                <X aria-hidden size={12} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="text-xs text-muted">{i18n.t('watchlist.favouritesHint')}</p>
    </section>
  );
}
