import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AlertFacts,
  evaluateAlert,
  MAX_PRICE_AGE_MS,
} from '../../../shared/desk/evaluate-alerts.ts';
import {
  type Alert,
  AlertSchema,
  type Structure,
  structureKey,
} from '../../../shared/messages/alerts.ts';
import { parseAs } from '../../../shared/parse.ts';
import { epochMs, price8 } from '../../../shared/units.ts';
import { armed, atSpot, eight, facts, MAKER, POSITION, spotRule, valued } from './alert-facts.ts';
import { NOW } from './desk-rows.ts';

const DAY_MS = 86_400_000;

const STRUCTURE: Structure = {
  asset: 'ETH',
  product: 'CALL_SPREAD',
  side: 'buy',
  strikes: [eight(3000).toString(), eight(3200).toString()],
  expiry: NOW + 86_400,
};

function lookingAt(alert: Alert, ...looks: readonly AlertFacts[]): Alert {
  return looks.reduce((now, look) => evaluateAlert(now, look).alert, alert);
}
const statusAfter = (alert: Alert, ...looks: readonly AlertFacts[]) =>
  lookingAt(alert, ...looks).state.status;
const quoted = (dollars: number | null, side: Structure['side'] = 'buy') =>
  facts({
    quotes: new Map([
      [
        structureKey({ ...STRUCTURE, side }),
        dollars === null ? null : { price: eight(dollars), maker: MAKER },
      ],
    ]),
  });

describe('an alert on a price', () => {
  it('fires at its level, and records the price and the time of the chain’s price feed', () => {
    const alert = armed(spotRule('above', 3100));
    expect(statusAfter(alert, atSpot(3099.99))).toBe('armed');
    expect(lookingAt(alert, atSpot(3100, 5000)).state).toEqual({
      status: 'fired',
      at: NOW * 1000,
      found: { kind: 'spot', spot: eight(3100).toString(), spotAt: NOW * 1000 - 5000 },
      isNotified: false,
      isSeen: false,
    });
    expect(statusAfter(armed(spotRule('below', 2900)), atSpot(2899))).toBe('fired');
  });

  it('an alert doesn’t change while the price is unknown or older than the feed’s limit', () => {
    const alert = armed(spotRule('above', 3100));
    for (const look of [facts(), atSpot(5000, MAX_PRICE_AGE_MS + 1)])
      expect(evaluateAlert(alert, look)).toEqual({ alert, isUnknown: true });
    expect(statusAfter(alert, atSpot(5000, MAX_PRICE_AGE_MS))).toBe('fired');
  });

  it('fires once, at the first fresh price beyond the level, however the price moves', () => {
    const walk = fc.array(
      fc.record({
        dollars: fc.integer({ min: 2900, max: 3300 }),
        age: fc.constantFrom(0, 60_000, MAX_PRICE_AGE_MS, 2 * MAX_PRICE_AGE_MS),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(walk, fc.constantFrom('above', 'below'), (steps, direction) => {
        const isBeyond = (dollars: number) =>
          direction === 'above' ? dollars >= 3100 : dollars <= 3100;
        let alert = armed(spotRule(direction, 3100));
        const fired: number[] = [];
        steps.forEach(({ dollars, age }, i) => {
          const next = evaluateAlert(alert, atSpot(dollars, age)).alert;
          if (alert.state.status !== 'fired' && next.state.status === 'fired') fired.push(i);
          alert = next;
        });
        const first = steps.findIndex(
          ({ dollars, age }) => age <= MAX_PRICE_AGE_MS && isBeyond(dollars),
        );
        expect(fired).toEqual(first < 0 ? [] : [first]);
      }),
    );
  });

  it('fires again only after the price went clearly back, however often the price crosses the level', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 308_500, max: 311_500 }), { maxLength: 60 }),
        (cents) => {
          let alert: Alert = { ...armed(spotRule('above', 3100)), state: { status: 'resting' } };
          // Half a per cent of 3,100 dollars is 15.50.
          let wasBack = false;
          for (const cent of cents) {
            alert = lookingAt(alert, atSpot(cent / 100));
            if (alert.state.status === 'fired') {
              expect(wasBack).toBe(true);
              return;
            }
            wasBack ||= cent < 308_450;
            expect(alert.state.status).toBe(wasBack ? 'armed' : 'resting');
          }
        },
      ),
    );
    const resting: Alert = { ...armed(spotRule('above', 3100)), state: { status: 'resting' } };
    expect(statusAfter(resting, atSpot(3200), atSpot(3090), atSpot(3200))).toBe('resting');
    expect(statusAfter(resting, atSpot(3200), atSpot(3000), atSpot(3200))).toBe('fired');
  });
});

describe('an alert on an order', () => {
  const buy = armed({ kind: 'order', structure: STRUCTURE, price: eight(20).toString() });
  const sell = armed({
    kind: 'order',
    structure: { ...STRUCTURE, side: 'sell' },
    price: eight(20).toString(),
  });

  it('fires when an order’s price is at least as good for the taker as the level, and names the maker', () => {
    expect(statusAfter(buy, quoted(20.01), quoted(null))).toBe('armed');
    expect(lookingAt(buy, quoted(19)).state).toMatchObject({
      found: { kind: 'order', price: eight(19).toString(), maker: MAKER },
    });
    expect(statusAfter(sell, quoted(19.99, 'sell'))).toBe('armed');
    expect(statusAfter(sell, quoted(20, 'sell'))).toBe('fired');
  });

  it('an alert doesn’t change while no feed can be read', () => {
    expect(evaluateAlert(buy, facts()).isUnknown).toBe(true);
    const resting: Alert = { ...buy, state: { status: 'resting' } };
    expect(statusAfter(resting, facts(), quoted(19))).toBe('resting');
    expect(statusAfter(resting, quoted(null), quoted(19))).toBe('fired');
  });

  it('ends when the option has expired', () => {
    const resting = armed({ kind: 'order', structure: STRUCTURE, price: eight(20).toString() });
    const late = { ...quoted(null), now: epochMs(STRUCTURE.expiry * 1000) };
    expect(statusAfter(resting, late)).toBe('over');
  });
});

describe('an alert on a position', () => {
  const above = armed({
    kind: 'value',
    position: POSITION,
    direction: 'above',
    value: eight(150).toString(),
  });

  it('fires when the model’s value reaches the alert’s amount', () => {
    expect(statusAfter(above, valued(149.99))).toBe('armed');
    expect(lookingAt(above, valued(150)).state).toMatchObject({
      found: { kind: 'value', value: eight(150).toString() },
    });
  });

  it('fires when a seller’s debt reaches the alert’s amount', () => {
    const debt = armed({
      kind: 'value',
      position: { ...POSITION, side: 'seller' },
      direction: 'below',
      value: (-eight(80)).toString(),
    });
    expect(statusAfter(debt, valued(-79, { side: 'seller' }))).toBe('armed');
    expect(statusAfter(debt, valued(-80, { side: 'seller' }))).toBe('fired');
  });

  it.each([
    ['unverified', valued(500, { verification: 'notChecked' })],
    ['contradicted', valued(500, { verification: 'disagrees' })],
    ['unproven', valued(500, { isUnproven: true })],
    ['without a model', valued(undefined)],
    ['priced by an order feed', valued(500, { spot: { price: price8(1n), source: 'order feed' } })],
    [
      'priced by an old round',
      valued(500, { spot: { price: price8(1n), source: 'chain', at: NOW * 1000 - 2 * DAY_MS } }),
    ],
    ['on the other side', valued(500, { side: 'seller' })],
    ['unknown', facts()],
  ])('doesn’t change for a position that is %s', (_, look) => {
    expect(evaluateAlert(above, look)).toEqual({ alert: above, isUnknown: true });
  });

  it('fires at the chosen time before the expiry, but not for a closed position', () => {
    const expiry = armed({ kind: 'expiry', position: POSITION, hours: 24 });
    const at = (time: number, look: AlertFacts = facts()) => ({ ...look, now: epochMs(time) });
    const due = POSITION.expiry * 1000 - DAY_MS;
    expect(statusAfter(expiry, at(due - 1))).toBe('armed');
    expect(statusAfter(expiry, at(due, valued(1, { state: 'closed' })))).toBe('armed');
    expect(statusAfter(expiry, at(due))).toBe('fired');
    expect(statusAfter(expiry, at(due + 2 * DAY_MS))).toBe('fired');
  });

  it('ends without firing when its position settled or makers took the position over', () => {
    const sold = { state: 'closed', givenTo: MAKER, isClosedByOffer: true } as const;
    const look = valued(undefined, { ...sold, verification: 'disagrees' });
    const expiry = armed({ kind: 'expiry', position: POSITION, hours: 24 });
    expect(statusAfter(above, look, valued(500))).toBe('over');
    expect(statusAfter(expiry, look)).toBe('over');
    expect(statusAfter(above, valued(undefined, { state: 'settled' }))).toBe('over');
  });

  it('doesn’t end when only an indexer claims that the position was closed or transferred', () => {
    for (const claim of [
      { state: 'closed' },
      { state: 'closed', givenTo: MAKER },
      { state: 'closed', verification: 'disagrees' },
    ] as const)
      expect(statusAfter(above, valued(1, claim))).toBe('armed');
  });
});

describe('stored alerts', () => {
  it('alerts of every kind keep their content when they are stored as JSON', () => {
    const rules = [
      spotRule('above', 1),
      { kind: 'order', structure: STRUCTURE, price: eight(500).toString() },
      { kind: 'value', position: POSITION, direction: 'below', value: '-1' },
      { kind: 'expiry', position: POSITION, hours: 720 },
    ] as const;
    const whole: AlertFacts = {
      ...valued(-5),
      spots: atSpot(3000).spots,
      quotes: quoted(3).quotes,
    };
    for (const rule of rules) {
      const alert = evaluateAlert(armed(rule), whole).alert;
      expect(parseAs(AlertSchema, JSON.parse(JSON.stringify(alert)))).toEqual(alert);
    }
  });

  it.each([
    ['a negative price', { ...spotRule('above', 1), price: '-1' }],
    ['too many digits', { ...spotRule('above', 1), price: '1'.repeat(31) }],
    ['an unknown direction', { ...spotRule('above', 1), direction: 'sideways' }],
    ['a long asset name', { ...spotRule('above', 1), asset: 'E'.repeat(17) }],
    [
      'five strikes',
      { kind: 'expiry', hours: 1, position: { ...POSITION, strikes: Array(5).fill('1') } },
    ],
    ['zero hours', { kind: 'expiry', position: POSITION, hours: 0 }],
    ['an unknown member', { ...spotRule('above', 1), note: 'x' }],
  ])('rejects stored alerts with %s', (_, rule) => {
    expect(parseAs(AlertSchema, { ...armed(spotRule('above', 1)), rule })).toBeUndefined();
  });
});
