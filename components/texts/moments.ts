import { i18n } from '#i18n';

/** Largest time in seconds that a `Date` can represent; chains may report later times. */
const LATEST = 8_640_000_000_000;

const TO_THE_MINUTE = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const satisfies Intl.DateTimeFormatOptions;

/** Returns a time in UTC to the minute, with its year: "Sat 21 Nov 2026, 08:00 UTC". */
export function utcMoment(seconds: number): string {
  return momentText(seconds, { ...TO_THE_MINUTE, timeZone: 'UTC', timeZoneName: 'short' });
}

/** Returns a time in the user's zone: "Sat 21 Nov 2026, 09:00". Show UTC beside it. */
export function localMoment(seconds: number): string {
  return momentText(seconds, TO_THE_MINUTE);
}

function momentText(seconds: number, options: Intl.DateTimeFormatOptions): string {
  if (!(Math.abs(seconds) < LATEST)) return i18n.t('times.unknown');
  return new Date(seconds * 1000).toLocaleString(i18n.t('numbers.language'), options);
}
