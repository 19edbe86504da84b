import { Star as StarIcon } from 'lucide-react';
import { i18n } from '#i18n';
import { watchKey } from '../../../shared/desk/watch.ts';
import { MAX_WATCHED, type Watched } from '../../../shared/messages/desk-choices.ts';
import { useDeskChoices } from '../../hooks/use-desk-choices.ts';
import { Button } from '../../ui/Button.tsx';

/** Marks the star of a row, which the key W presses. */
const STAR = '[data-star]';

/** Adds a row of the chain to the watchlist, or removes it. */
export function Star(props: {
  watched: Watched;
  name: string;
  /** Set outside of a table: a row's star is pressed with W from a price, which is the stop of Tab. */
  withText?: true;
}) {
  const { watched, name } = props;
  const { choices, save } = useDeskChoices();
  const key = watchKey(watched);
  const isWatched = choices.watched.some((one) => watchKey(one) === key);
  const isFull = !isWatched && choices.watched.length >= MAX_WATCHED;
  const label = isFull
    ? i18n.t('watchlist.full', { most: MAX_WATCHED })
    : i18n.t(isWatched ? 'watchlist.unwatch' : 'watchlist.watch', { option: name });
  const toggle = () => {
    const others = choices.watched.filter((one) => watchKey(one) !== key);
    if (!isFull) void save.run({ ...choices, watched: isWatched ? others : [...others, watched] });
  };
  const icon = <StarIcon aria-hidden size={14} className={isWatched ? 'fill-current' : ''} />;
  if (props.withText === true)
    return (
      <Button kind="quiet" aria-pressed={isWatched} disabled={isFull} onClick={toggle}>
        {icon} {i18n.t(isWatched ? 'watchlist.isWatched' : 'watchlist.watchRow')}
      </Button>
    );
  return (
    <button
      type="button"
      data-star
      tabIndex={-1}
      title={label}
      aria-pressed={isWatched}
      aria-disabled={isFull}
      onClick={toggle}
      className={`flex size-6 shrink-0 items-center justify-center rounded-md hover:bg-raised ${isWatched ? 'text-accent' : 'text-muted/60 hover:text-ink'}`}
    >
      {icon}
    </button>
  );
}

/** Presses the star in the row of the focused price. */
export function pressStar(): void {
  const star = document.activeElement?.closest('tr')?.querySelector<HTMLElement>(STAR);
  star?.click();
}
