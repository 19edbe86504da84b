import { exactAmount } from '../../../../shared/format.ts';
import type { AlertRule, PositionRef, Structure } from '../../../../shared/messages/alerts.ts';
import type { OrderRow } from '../../../../shared/messages/market.ts';
import { isNumber, parseAmount } from '../../../../shared/parse-amount.ts';
import type { PositionRow } from '../../../../shared/positions/position-view.ts';
import { toPrice8 } from '../../../../shared/units.ts';

type PositionEvent = 'value' | 'expiry';

/**
 * The thing that an alert is about. `present` is its current price or worth in dollars with 8
 * decimals.
 */
export type AlertSubject =
  | { readonly kind: 'spot'; readonly asset: string; readonly present: bigint | undefined }
  | { readonly kind: 'order'; readonly structure: Structure; readonly present: bigint | undefined }
  | {
      readonly kind: 'position';
      readonly position: PositionRef;
      readonly present: bigint | undefined;
      readonly events: readonly PositionEvent[];
    };

/** The fields of the form as text. */
export interface AlertEntry {
  readonly event: PositionEvent;
  readonly level: string;
  readonly hours: string;
}

/** A cent in 8 decimals; typed amounts have no more digits. */
const CENT = 1_000_000n;

export function subjectOfQuote(row: OrderRow): AlertSubject {
  const { asset, product, side, expiry, priceUsd } = row;
  const strikes = row.strikes.map((strike) => toPrice8(strike).toString());
  return {
    kind: 'order',
    structure: { asset, product, side, strikes, expiry },
    present: priceUsd,
  };
}

/**
 * Returns a position as an alert's subject; undefined when no alert about the position could fire.
 */
export function subjectOfPosition(row: PositionRow, account: string): AlertSubject | undefined {
  const { address, side, asset, product, strikes, expiry, state, model, isUnproven } = row;
  if (isUnproven || row.verification !== 'verified') return undefined;
  if (state !== 'open') return undefined;
  return {
    kind: 'position',
    position: {
      account,
      option: address,
      side,
      ...(asset === undefined ? {} : { asset }),
      ...(product === undefined ? {} : { product }),
      strikes: strikes.map(String),
      expiry,
    },
    present: model?.valueUsd,
    events: model?.valueUsd === undefined ? ['expiry'] : ['value', 'expiry'],
  };
}

/** Distance in per cent of the suggested level from the current price or worth. */
const AWAY_PERCENT = 5n;

/**
 * Returns the fields of a new alert. The suggested level is slightly above the current price or
 * worth, or below the price that a buyer pays. The level is empty while amounts are hidden.
 */
export function firstEntry(
  subject: AlertSubject,
  { mark, isHidden }: { readonly mark: '.' | ','; readonly isHidden: boolean },
): AlertEntry {
  const isSecret = isHidden && subject.kind === 'position';
  const present = isSecret ? undefined : subject.present;
  const size = present === undefined ? undefined : present < 0n ? -present : present;
  const isBelow = subject.kind === 'order' && subject.structure.side === 'buy';
  const away = (size ?? 0n) * (isBelow ? 100n - AWAY_PERCENT : 100n + AWAY_PERCENT);
  const cents = size === undefined ? undefined : (away / (100n * CENT)) * CENT;
  return {
    event: subject.kind === 'position' ? (subject.events[0] ?? 'expiry') : 'value',
    level: cents === undefined ? '' : exactAmount(cents, 8).replace('.', mark),
    hours: '24',
  };
}

/**
 * Returns the subject and the fields of an existing alert. While amounts are hidden, the field of a
 * position's value is empty. `present` as in `AlertSubject`.
 */
export function editOf(
  rule: AlertRule,
  present: bigint | undefined,
  { mark, isHidden }: { readonly mark: '.' | ','; readonly isHidden: boolean },
): { readonly subject: AlertSubject; readonly entry: AlertEntry } {
  const entry = { event: 'value', level: '', hours: '24' } as const;
  const typed = (level: string) =>
    exactAmount(BigInt(level.replace('-', '')), 8).replace('.', mark);
  switch (rule.kind) {
    case 'spot':
      return {
        subject: { kind: 'spot', asset: rule.asset, present },
        entry: { ...entry, level: typed(rule.price) },
      };
    case 'order':
      return {
        subject: { kind: 'order', structure: rule.structure, present },
        entry: { ...entry, level: typed(rule.price) },
      };
    default: {
      const { kind, position } = rule;
      return {
        subject: { kind: 'position', position, present, events: [kind] },
        entry: {
          event: kind,
          level: kind === 'value' && !isHidden ? typed(rule.value) : '',
          hours: kind === 'expiry' ? String(rule.hours) : entry.hours,
        },
      };
    }
  }
}

/** The reason why the fields don't form an alert. */
export type EntryProblem =
  | 'alerts.needsNumber'
  | 'ticket.noNumber'
  | 'alerts.needsOther'
  | 'alerts.needsHours'
  | 'alerts.notNow';

/**
 * Returns the rule that the fields describe. A level above `present` fires when the price or worth
 * rises to the level, a level below when it falls to the level. A seller types the debt as a
 * positive amount.
 * @param hidden rule whose level isn't shown. If the field is empty, the rule keeps its level.
 */
export function ruleFrom(
  subject: AlertSubject,
  entry: AlertEntry,
  mark: '.' | ',',
  hidden?: AlertRule,
): AlertRule | EntryProblem {
  if (subject.kind === 'position') {
    const { position } = subject;
    if (entry.event === 'expiry') {
      const hours = /^\d{1,3}$/.test(entry.hours.trim()) ? Number(entry.hours) : 0;
      return hours >= 1 && hours <= 720 ? { kind: 'expiry', position, hours } : 'alerts.needsHours';
    }
  }
  if (hidden?.kind === 'value' && entry.level.trim() === '') return hidden;
  const typed = parseAmount(entry.level, 8, mark);
  if (entry.level.trim() !== '' && !isNumber(entry.level, mark)) return 'ticket.noNumber';
  if (typed === undefined || typed === 0n || typed >= 10n ** 26n) return 'alerts.needsNumber';
  if (subject.kind === 'order')
    return { kind: 'order', structure: subject.structure, price: typed.toString() };
  const { present } = subject;
  if (present === undefined) return 'alerts.notNow';
  const isDebt = subject.kind === 'position' && subject.position.side === 'seller';
  const level = isDebt ? -typed : typed;
  if (level === present) return 'alerts.needsOther';
  const direction = level > present ? 'above' : 'below';
  return subject.kind === 'spot'
    ? { kind: 'spot', asset: subject.asset, direction, price: level.toString() }
    : { kind: 'value', position: subject.position, direction, value: level.toString() };
}
