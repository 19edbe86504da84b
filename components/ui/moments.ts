import { i18n } from '#i18n';

/** The last moment that a date can hold, in seconds: chains may report later ones. */
const LATEST = 8_640_000_000_000;

const TO_THE_MINUTE = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const satisfies Intl.DateTimeFormatOptions;

/** A moment in UTC to the minute, always with its year: "21 Nov 2026, 08:00 UTC". */
export function utcMoment(seconds: number): string {
  return momentText(seconds, { ...TO_THE_MINUTE, timeZone: 'UTC', timeZoneName: 'short' });
}

/** The same moment in the user's own zone: "21 Nov 2026, 09:00". UTC belongs beside it. */
export function localMoment(seconds: number): string {
  return momentText(seconds, TO_THE_MINUTE);
}

function momentText(seconds: number, options: Intl.DateTimeFormatOptions): string {
  if (!(Math.abs(seconds) < LATEST)) return i18n.t('times.unknown');
  return new Date(seconds * 1000).toLocaleString(i18n.t('numbers.language'), options);
}
