import { i18n } from '#i18n';
import { languageTag } from './numbers.ts';

/** Largest time in seconds that a `Date` can represent; servers may report later times. */
const LATEST = 8_640_000_000_000;

/** Number of days from which the text leaves out the hours. */
const WHOLE_DAYS = 3;

/** A date within this time, about four months, is shown without its year. */
const PLAIN_SECONDS = 120 * 86_400;

/**
 * Returns an age: "just now", "2 min ago", "3 h ago", "5 days ago". `at` and `now` in epoch
 * milliseconds.
 */
export function ageOf(at: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - at) / 1000));
  if (seconds < 20) return i18n.t('times.justNow');
  if (seconds < 90) return i18n.t('times.secondsAgo', { count: seconds });
  if (seconds < 5400) return i18n.t('times.minutesAgo', { count: Math.round(seconds / 60) });
  if (seconds < 129_600) return i18n.t('times.hoursAgo', { count: Math.round(seconds / 3600) });
  return i18n.t('times.daysAgo', Math.round(seconds / 86_400));
}

/**
 * Returns the time left until `seconds` (Unix seconds): "1:42", "3 h 10 min", "2 d 4 h", "10 d";
 * "over" once the time has passed. `now` in epoch milliseconds.
 */
export function leftUntil(seconds: number, now: number): string {
  const left = Math.floor(seconds - now / 1000);
  if (left <= 0) return i18n.t('times.over');
  if (left < 600) return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  const minutes = Math.floor((left % 3600) / 60);
  const hours = Math.floor((left % 86_400) / 3600);
  if (left < 3600) return i18n.t('times.leftMinutes', { minutes });
  if (left < 86_400) return i18n.t('times.leftHours', { hours, minutes });
  const days = Math.floor(left / 86_400);
  return days < WHOLE_DAYS
    ? i18n.t('times.leftDays', { days, hours })
    : i18n.t('times.wholeDays', { days });
}

/** Returns a duration in its largest units: "45 min", "8 h", "1 h 30 min". */
export function durationText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return i18n.t('times.leftMinutes', { minutes });
  return rest === 0
    ? i18n.t('times.wholeHours', { hours })
    : i18n.t('times.leftHours', { hours, minutes: rest });
}

/** Returns a date in the user's zone: "Fri 4 Dec, 09:00"; with its year if far away. */
export function localTime(seconds: number): string {
  return written(seconds, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...yearOf(seconds),
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  });
}

/** Returns the time of day in the user's zone, for use below a heading with the day: "09:00". */
export function localClock(seconds: number): string {
  return written(seconds, { hour: '2-digit', minute: '2-digit', hour12: false });
}

/** Returns a time in the user's zone in full: "21 November 2026 at 09:00". */
export function wholeTime(seconds: number): string {
  return written(seconds, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  });
}

/** Returns a time in UTC with its year: "21 Nov 2026, 08:00 UTC". */
export function utcTime(seconds: number): string {
  return written(seconds, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
    timeZone: 'UTC',
    timeZoneName: 'short',
  });
}

/**
 * Returns a date with its year in the user's zone: "21 November 2026". `at` in epoch milliseconds.
 */
export function localDate(at: number): string {
  return written(at / 1000, { day: 'numeric', month: 'long', year: 'numeric' });
}

/** Returns a date without a time (`2026-11-21`) with its year: "21 November 2026", in every zone. */
export function dateText(date: string): string {
  return written(Date.parse(date) / 1000, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

/** Returns a UTC day (`2026-11-21`) in the form of `localDay`. Sums by day use UTC. */
export function utcDay(date: string): string {
  const seconds = Date.parse(date) / 1000;
  return written(seconds, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...yearOf(seconds),
    timeZone: 'UTC',
  });
}

/** Returns a day in the user's zone: "Saturday, 21 November"; with its year if far away. */
export function localDay(seconds: number): string {
  return written(seconds, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...yearOf(seconds),
  });
}

/** Returns a short day in the user's zone: "Fri 4 Dec". */
export function shortDay(seconds: number): string {
  return written(seconds, { weekday: 'short', day: 'numeric', month: 'short' });
}

const MAX_DAYS = 4;

/** Returns about `MAX_DAYS` evenly spaced midnights within a range (Unix seconds). */
export function midnights(from: number, to: number): readonly number[] {
  const stride = Math.max(1, Math.ceil((to - from) / 86_400 / MAX_DAYS));
  const day = new Date(from * 1000);
  const found: number[] = [];
  day.setHours(24, 0, 0, 0);
  for (; day.getTime() <= to * 1000; day.setDate(day.getDate() + stride))
    found.push(day.getTime() / 1000);
  return found;
}

/** Returns the format option that adds the year to a date that is some months away. */
function yearOf(seconds: number): Intl.DateTimeFormatOptions {
  const isFar = Math.abs(seconds - Date.now() / 1000) > PLAIN_SECONDS;
  return isFar ? { year: 'numeric' } : {};
}

function written(seconds: number, options: Intl.DateTimeFormatOptions): string {
  if (!(Math.abs(seconds) < LATEST)) return i18n.t('times.unknown');
  return new Date(seconds * 1000).toLocaleString(languageTag(), options);
}
