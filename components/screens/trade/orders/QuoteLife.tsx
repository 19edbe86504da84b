import { i18n } from '#i18n';
import { useNow } from '../../../hooks/use-now.ts';
import { leftUntil } from '../../../texts/times.ts';

/** Seconds that a full ring represents. Quotes last about two minutes. */
const QUOTE_SECONDS = 120;
/** Seconds that are hardly enough to read and confirm. */
const SHORT_SECONDS = 20;
const RADIUS = 5;
const LENGTH = 2 * Math.PI * RADIUS;

/** Shows the quote's remaining time as a ring and as text. */
export function QuoteLife({ ends }: { ends: number }) {
  const now = useNow();
  const left = ends - now / 1000;
  const share = Math.max(0, Math.min(1, left / QUOTE_SECONDS));
  const time = leftUntil(ends, now);
  const tone = left < SHORT_SECONDS ? 'stroke-bad' : 'stroke-accent';
  return (
    <span
      className={`flex items-center gap-1 ${left < SHORT_SECONDS ? 'text-bad' : 'text-muted'}`}
      title={left > 0 ? i18n.t('orders.quoteEnds', { time }) : i18n.t('orders.quoteOver')}
    >
      <svg viewBox="0 0 14 14" width="12" height="12" aria-hidden="true">
        <circle cx="7" cy="7" r={RADIUS} className="fill-none stroke-line" strokeWidth="2.5" />
        <circle
          cx="7"
          cy="7"
          r={RADIUS}
          className={`fill-none ${tone}`}
          strokeWidth="2.5"
          strokeDasharray={`${share * LENGTH} ${LENGTH}`}
          transform="rotate(-90 7 7)"
        />
      </svg>
      {time}
    </span>
  );
}
