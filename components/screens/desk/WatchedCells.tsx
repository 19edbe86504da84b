import { i18n } from '#i18n';
import { leftUntil, localTime, utcTime } from '../../texts/times.ts';

/** The expiry of a watched row. Times in Unix seconds. */
export function WatchedExpiry({ expiry, now }: { expiry: number; now: number }) {
  return (
    <span className="block text-xs text-muted" title={utcTime(expiry)}>
      {localTime(expiry)}{' '}
      {expiry > now ? (
        <span className="whitespace-nowrap">({leftUntil(expiry, now * 1000)})</span>
      ) : null}
    </span>
  );
}

/** The place of a row's prices while no maker quotes it, and after its expiry. */
export function NoQuotes(props: { columns: number; expiry: number; now: number }) {
  return (
    <td colSpan={props.columns} className="px-2 text-center text-xs text-muted">
      {i18n.t(props.expiry > props.now ? 'watchlist.noQuote' : 'watchlist.expired')}
    </td>
  );
}
