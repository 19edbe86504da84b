import { describe, expect, it } from 'vitest';
import { kindOf, sizeFrom, typedOf } from '../../../components/screens/desk/default-size-entry.ts';
import { readDeskHash } from '../../../components/screens/desk/use-desk-hash.ts';
import {
  type AlertSubject,
  editOf,
  firstEntry,
  ruleFrom,
  subjectOfPosition,
  subjectOfQuote,
} from '../../../components/screens/trade/alerts/alert-subject.ts';
import { AlertRuleSchema } from '../../../shared/messages/alerts.ts';
import { parseAs } from '../../../shared/parse.ts';
import { tokenAmount, usd8 } from '../../../shared/units.ts';
import { ACCOUNT, eight, OPTION, spotRule } from '../../shared/desk/alert-facts.ts';
import { deskPosition } from '../../shared/desk/desk-positions.ts';
import { deskRow } from '../../shared/desk/desk-rows.ts';

const SPOT: AlertSubject = { kind: 'spot', asset: 'ETH', present: eight(3000) };
const SHOWN = { mark: '.', isHidden: false } as const;
const typed = (level: string) => ({ event: 'value', level, hours: '24' }) as const;
const position = (side: 'buyer' | 'seller', usd: number) =>
  subjectOfPosition(
    deskPosition('PUT', [2800], {
      side,
      address: OPTION,
      model: { value: tokenAmount(0n), valueUsd: usd8(eight(usd)) },
    }),
    ACCOUNT,
  );

describe('the form of an alert', () => {
  it('derives an alert’s direction from the present price', () => {
    expect(ruleFrom(SPOT, typed('3100'), '.')).toEqual(spotRule('above', 3100));
    expect(ruleFrom(SPOT, typed('2.900'), ',')).toBe('ticket.noNumber');
    expect(ruleFrom(SPOT, typed('2900,5'), ',')).toEqual(spotRule('below', 2900.5));
    expect(ruleFrom({ ...SPOT, present: undefined }, typed('1'), '.')).toBe('alerts.notNow');
  });

  it.each(['', '0', '1.123456789', '9'.repeat(30)])(
    'requires a valid amount in place of “%s”',
    (level) => {
      expect(ruleFrom(SPOT, typed(level), '.')).toBe('alerts.needsNumber');
    },
  );

  it.each(['2,700', '2,700.5', '-5', '1e9', 'abc'])(
    'reports that “%s” isn’t a number in the accepted notation',
    (level) => {
      expect(ruleFrom(SPOT, typed(level), '.')).toBe('ticket.noNumber');
    },
  );

  it('suggests an alert at five per cent above the present value, in whole cents', () => {
    expect(
      firstEntry({ ...SPOT, present: eight(2590.456) }, { mark: ',', isHidden: true }).level,
    ).toBe('2719,97');
  });

  it('asks a seller for the amount of the debt, which the rule stores as a negative value', () => {
    const subject = position('seller', -80);
    if (subject === undefined) throw new Error('an open position is a subject');
    expect(firstEntry(subject, SHOWN).level).toBe('84');
    expect(firstEntry(subject, { ...SHOWN, isHidden: true }).level).toBe('');
    expect(ruleFrom(subject, typed('120'), '.')).toMatchObject({
      direction: 'below',
      value: (-eight(120)).toString(),
    });
    expect(ruleFrom(subject, typed('40'), '.')).toMatchObject({ direction: 'above' });
  });

  it('offers alerts only for an open and verified position, and on its value only if the value is known', () => {
    const events = (row: Parameters<typeof deskPosition>[2]) => {
      const subject = subjectOfPosition(deskPosition('PUT', [2800], row), ACCOUNT);
      return subject?.kind === 'position' ? subject.events : undefined;
    };
    expect(events({ model: { value: tokenAmount(0n), valueUsd: usd8(1n) } })).toEqual([
      'value',
      'expiry',
    ]);
    expect(events({})).toEqual(['expiry']);
    expect(events({ state: 'awaitingSettlement' })).toBeUndefined();
    expect(events({ state: 'settled' })).toBeUndefined();
    expect(events({ verification: 'notChecked' })).toBeUndefined();
    expect(events({ isUnproven: true })).toBeUndefined();
  });

  it('accepts from 1 to 720 whole hours before an expiry', () => {
    const subject = position('buyer', 80);
    if (subject === undefined) throw new Error('an open position is a subject');
    const hours = (text: string) =>
      ruleFrom(subject, { event: 'expiry', level: '', hours: text }, '.');
    for (const wrong of ['', '0', '721', '1.5', '-1', '9999'])
      expect(hours(wrong)).toBe('alerts.needsHours');
    expect(hours('1')).toMatchObject({ kind: 'expiry', hours: 1 });
    expect(hours('720')).toMatchObject({ kind: 'expiry', hours: 720 });
  });

  it('produces alert rules that the worker accepts, and reads these rules back into equal fields', () => {
    const subjects = [SPOT, subjectOfQuote(deskRow('CALL_SPREAD', [3000, 3200.25], { usd: 40 }))];
    for (const subject of [...subjects, position('buyer', 10), position('seller', -10)]) {
      if (subject === undefined) throw new Error('an open position is a subject');
      const rule = ruleFrom(subject, typed('123.45'), '.');
      if (typeof rule === 'string') throw new Error(rule);
      expect(parseAs(AlertRuleSchema, rule)).toEqual(rule);
      const edit = editOf(rule, subject.present, { mark: '.', isHidden: false });
      expect(ruleFrom(edit.subject, edit.entry, '.')).toEqual(rule);
    }
  });
});

describe('the value of an alert while amounts are hidden', () => {
  it('shows no value in the form of an alert while amounts are hidden, and keeps the value while nothing is typed', () => {
    const subject = position('seller', -80);
    if (subject === undefined) throw new Error('an open position is a subject');
    const rule = ruleFrom(subject, typed('95'), '.');
    if (typeof rule === 'string') throw new Error(rule);
    const edit = editOf(rule, -80_00000000n, { mark: '.', isHidden: true });
    expect(edit.entry.level).toBe('');
    expect(ruleFrom(edit.subject, edit.entry, '.', rule)).toBe(rule);
    expect(ruleFrom(edit.subject, typed('96'), '.', rule)).toMatchObject({ value: '-9600000000' });
    expect(ruleFrom(edit.subject, edit.entry, '.')).toBe('alerts.needsNumber');
  });
});

describe('the presets of the desk', () => {
  it.each([
    ['contracts', '1,5', { by: 'contracts', millionths: '1500000' }],
    ['premium', '200', { by: 'premium', cents: '20000' }],
    ['loss', '99,95', { by: 'loss', cents: '9995' }],
    ['share', '2,5', { by: 'share', bps: 250 }],
  ] as const)(
    'reads a typed size of the kind %s, and writes the size back as typed',
    (by, text, size) => {
      expect(sizeFrom(by, text, ',')).toEqual(size);
      expect(typedOf(size, ',')).toBe(text);
      expect(kindOf(size)).toBe(by);
    },
  );

  it('refuses a preset share above 100 per cent and an amount of zero', () => {
    expect(sizeFrom('share', '100', '.')).toEqual({ by: 'share', bps: 10_000 });
    expect(sizeFrom('share', '100.01', '.')).toBeUndefined();
    expect(sizeFrom('loss', '0', '.')).toBeUndefined();
    expect(kindOf(undefined)).toBe('one');
  });
});

describe('the address of the desk', () => {
  it('the desk’s address can name only the list of alerts or a single alert', () => {
    expect(readDeskHash('#alerts')).toEqual({ kind: 'alerts' });
    expect(readDeskHash('#alert-a1-B2')).toEqual({ kind: 'alert', id: 'a1-B2' });
    for (const other of ['', '#', '#alert-', '#alert-<b>', `#alert-${'a'.repeat(41)}`])
      expect(readDeskHash(other)).toBeUndefined();
  });
});
