import { describe, expect, it } from 'vitest';
import { AlertFields } from '../../../components/screens/trade/alerts/AlertFields.tsx';
import { AlertRow } from '../../../components/screens/trade/alerts/AlertRow.tsx';
import type { Alert } from '../../../shared/messages/alerts.ts';
import { ALERTS } from '../../gallery/samples/positions.ts';
import { snapshotWith } from '../../gallery/samples/snapshot.ts';
import { inGerman } from '../helpers/languages.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonNamesOf, wordsOf } from '../helpers/read-markup.ts';

const ignore = () => undefined;
const [PRICE = expect.unreachable(), EXPIRY = expect.unreachable()] = ALERTS;

const row = (alert: Alert, isUnread = false, areAmountsHidden = false) =>
  onPage(
    <AlertRow
      alert={alert}
      isUnread={isUnread}
      onOpen={ignore}
      onEdit={ignore}
      onRearm={ignore}
      onRemove={ignore}
    />,
    snapshotWith({ areAmountsHidden }),
  );
const names = (alert: Alert) => buttonNamesOf(row(alert)).map((name) => name.split(' ETH')[0]);

describe('an alert in the list', () => {
  it('names the event that an alert waits for', () => {
    expect(wordsOf(row(PRICE))).toContain('ETH falls to $2,400 Waiting');
    expect(names(PRICE)).toEqual(['Show', 'Edit', 'Delete']);
  });

  it('says that an alert isn’t checked while Condor is locked, or that the last check had no value', () => {
    expect(wordsOf(row(PRICE))).not.toContain('Not checked while locked');
    expect(wordsOf(row({ ...PRICE, whileLocked: 'off' }))).toContain('Not checked while locked');
    expect(wordsOf(row(PRICE, true))).toContain('The last check had no current value');
    expect(wordsOf(row(PRICE))).not.toContain('The last check had no current value');
  });

  it('says when an alert fired, by which clock, and for which account', () => {
    const shown = wordsOf(row(EXPIRY));
    expect(shown).toMatch(/expires in 24 hours Account: Savings Fired .* By this device’s clock/);
  });

  it('doesn’t offer to set an alert about an expiry again, because an expiry happens only once', () => {
    expect(names(EXPIRY)).toEqual(['Show', 'Delete']);
    const fired: Alert = {
      ...PRICE,
      state: {
        ...{ status: 'fired', at: 1, isNotified: true, isSeen: false },
        found: { kind: 'spot', spot: '239000000000', spotAt: 1 },
      },
    };
    expect(names(fired)).toEqual(['Show', 'Set again', 'Delete']);
  });

  it('says that an alert can’t fire any more once its position or order has ended', () => {
    const over: Alert = { ...PRICE, state: { status: 'over' } };
    expect(wordsOf(row(over))).toContain('so this alert can’t fire any more.');
    expect(names(over)).toEqual(['Show', 'Set again', 'Delete']);
  });

  it('shows the state of an alert’s row in German', () => {
    const words = wordsOf(inGerman(() => row(PRICE)));
    expect(words).toContain('Wartet');
    expect(words).not.toContain('Waiting');
  });
});

describe('the fields of an alert', () => {
  const entry = { level: '2400', event: 'value', hours: '24' } as const;
  const fields = (rule: Parameters<typeof AlertFields>[0]['rule'], level = '2400') =>
    onPage(
      <AlertFields
        subject={{ kind: 'spot', asset: 'ETH', present: undefined }}
        entry={{ ...entry, level }}
        rule={rule}
        isUntouched={false}
        onEntry={ignore}
      />,
      snapshotWith({}),
    );

  it('names the direction in which the price must move', () => {
    expect(wordsOf(fields(PRICE.rule))).toBe(
      'Price of ETH in dollars Fires when the price falls to $2,400.',
    );
  });

  it('explains why an alert’s amount can’t be used', () => {
    const html = fields('alerts.needsNumber', 'x');
    expect(wordsOf(html)).toContain('Enter an amount above 0.');
    expect(html).toContain('aria-invalid="true"');
  });
});
