import { describe, expect, it, vi } from 'vitest';
import { NotificationAccessContext } from '../../../components/hooks/use-notification-access.ts';
import { AlertDialog } from '../../../components/screens/trade/alerts/AlertDialog.tsx';
import {
  type AlertSubject,
  subjectOfPosition,
} from '../../../components/screens/trade/alerts/alert-subject.ts';
import { type Alert, MAX_ALERTS } from '../../../shared/messages/alerts.ts';
import type { WalletSnapshot } from '../../../shared/messages/snapshot.ts';
import type { Answers } from '../../gallery/sample-wallet.ts';
import { ALERTS, PUT } from '../../gallery/samples/positions.ts';
import { ACCOUNT } from '../../gallery/samples/snapshot.ts';
import { openPage, refusing } from '../helpers/open-page.tsx';

const ETH: AlertSubject = { kind: 'spot', asset: 'ETH', present: 2_590_00000000n };
const POSITION = subjectOfPosition(PUT, ACCOUNT);
if (POSITION?.kind !== 'position') throw new TypeError('the sample has no subject');

async function dialog(
  subject: AlertSubject,
  given: {
    former?: Parameters<typeof AlertDialog>[0]['former'];
    answers?: Answers;
    snapshot?: Partial<WalletSnapshot>;
  } = {},
) {
  const onClose = vi.fn();
  const request = vi.fn(async () => true);
  const page = await openPage(
    <NotificationAccessContext value={{ request, isAllowed: async () => false }}>
      <AlertDialog
        subject={subject}
        {...(given.former && { former: given.former })}
        onClose={onClose}
      />
    </NotificationAccessContext>,
    {
      answers: { 'alerts.set': null, ...given.answers },
      snapshot: { alerts: { all: [], unread: [] }, ...given.snapshot },
    },
  );
  return { page, onClose, request };
}

const LEVEL = 'Price of ETH in dollars';
const ruleIn = (page: Awaited<ReturnType<typeof dialog>>['page']) =>
  page.askedFor('alerts.set').at(-1);

describe('an alert about a price', () => {
  it('suggests a price alert five per cent above the present price, and refuses an alert at the present price', async () => {
    const { page } = await dialog(ETH);
    expect(page.valueOf(LEVEL)).toBe('2719.5');
    expect(page.isDisabled('Set alert')).toBe(false);
    await page.type(LEVEL, '2590');
    expect(page.words()).toContain('Enter a value other than the current one');
    expect(page.isDisabled('Set alert')).toBe(true);
    await page.type(LEVEL, 'abc');
    expect(page.html()).toContain('aria-invalid="true"');
  });

  it.each([
    ['3000', 'above', 'Fires when the price rises to $3,000', '300000000000'],
    ['2000.5', 'below', 'Fires when the price falls to $2,000.5', '200050000000'],
  ])('sets an alert at %s with the direction %s', async (typed, direction, text, price) => {
    const { page, onClose } = await dialog(ETH);
    await page.type(LEVEL, typed);
    expect(page.words()).toContain(text);
    await page.click('Set alert');
    expect(ruleIn(page)).toMatchObject({
      rule: { kind: 'spot', asset: 'ETH', direction, price },
      whileLocked: 'plain',
    });
    expect(onClose).toHaveBeenCalledWith(true);
  });

  it.each([
    ['abc', 'This isn’t a valid number.'],
    ['0', 'Enter an amount above 0.'],
    ['', 'Enter an amount above 0.'],
  ])('refuses a price alert at "%s"', async (typed, problem) => {
    const { page } = await dialog(ETH);
    await page.type(LEVEL, typed);
    expect(page.words()).toContain(problem);
    expect(page.words()).not.toContain('It stores the account');
    expect(page.isDisabled('Set alert')).toBe(true);
  });

  it('refuses a price alert while the present price is unknown, because it would have no direction', async () => {
    const { page } = await dialog({ ...ETH, present: undefined });
    await page.type(LEVEL, '3000');
    expect(page.words()).toContain('The current value isn’t known yet.');
    expect(page.isDisabled('Set alert')).toBe(true);
  });

  it('explains what happens to an alert while Condor is locked', async () => {
    const { page } = await dialog(ETH);
    await page.type(LEVEL, '3000');
    await page.choose('While Condor is locked', 'named');
    await page.click('Set alert');
    expect(ruleIn(page)).toMatchObject({ whileLocked: 'named' });
    expect(page.words()).toContain('A price that comes back in between is missed.');
  });

  it('asks for the browser’s notification permission only with the first alert', async () => {
    const first = await dialog(ETH);
    await first.page.type(LEVEL, '3000');
    await first.page.click('Set alert');
    expect(first.request).toHaveBeenCalledOnce();
    const next = await dialog(ETH, { snapshot: { alerts: { all: ALERTS, unread: [] } } });
    await next.page.type(LEVEL, '3000');
    await next.page.click('Set alert');
    expect(next.request).not.toHaveBeenCalled();
  });

  it('refuses a new alert when the list is full, but lets the user change an old one', async () => {
    const [first] = ALERTS;
    if (first === undefined) expect.unreachable();
    const all = Array.from({ length: MAX_ALERTS }, (_, i): Alert => ({ ...first, id: `${i}` }));
    const alerts = { all, unread: [] };
    const { page } = await dialog(ETH, { snapshot: { alerts } });
    await page.type(LEVEL, '3000');
    expect(page.words()).toContain(`There can be at most ${MAX_ALERTS} alerts.`);
    expect(page.isDisabled('Set alert')).toBe(true);
    const edit = await dialog(ETH, {
      snapshot: { alerts },
      former: { ...first, entry: { event: 'value', level: '2400', hours: '24' } },
    });
    await edit.page.type(LEVEL, '2300');
    await edit.page.click('Save');
    expect(ruleIn(edit.page)).toMatchObject({
      id: first.id,
      rule: { price: '230000000000' },
      whileLocked: first.whileLocked,
    });
  });

  it('the dialog stays open with an error message when an alert can’t be stored', async () => {
    const { page, onClose } = await dialog(ETH, {
      answers: { 'alerts.set': refusing('interrupted') },
    });
    await page.type(LEVEL, '3000');
    await page.click('Set alert');
    expect(page.html()).toContain('role="alert"');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('reports that no alert was saved when the user cancels the dialog', async () => {
    const { page, onClose } = await dialog(ETH);
    await page.click('Cancel');
    expect(onClose).toHaveBeenCalledWith(false);
  });
});

describe('an alert about a quote', () => {
  const structure = {
    asset: 'ETH',
    product: 'PUT' as const,
    strikes: ['250000000000'],
    expiry: PUT.expiry,
  };

  it.each([
    ['buy', 'Highest price per contract, in dollars', '38', 'when a maker sells'],
    ['sell', 'Lowest price per contract, in dollars', '42', 'when a maker buys'],
  ] as const)(
    'an alert for a user who wants to %s starts at a price five per cent better than the present one',
    async (side, label, level, text) => {
      const { page } = await dialog({
        kind: 'order',
        structure: { ...structure, side },
        present: 4_000_000_000n,
      });
      expect(page.valueOf(label)).toBe(level);
      expect(page.words()).toContain(text);
      await page.click('Set alert');
      expect(ruleIn(page)).toMatchObject({ rule: { kind: 'order', price: `${level}00000000` } });
    },
  );
});

describe('an alert about a position', () => {
  it('says that an alert about a position stores the account outside the vault', async () => {
    const { page } = await dialog(POSITION);
    await page.choose('Alert me when', 'expiry');
    expect(page.words()).toContain('It stores the account, the option and the amount on this');
  });

  it.each(['0', '721', '1.5', 'x'])(
    'refuses an alert %s hours before the expiry',
    async (hours) => {
      const { page } = await dialog(POSITION);
      await page.choose('Alert me when', 'expiry');
      await page.type('Hours before expiry', hours);
      expect(page.words()).toContain('Enter a whole number from 1 to 720.');
      expect(page.isDisabled('Set alert')).toBe(true);
    },
  );

  it('stores the number of hours that the user chose for an alert before the expiry', async () => {
    const { page } = await dialog(POSITION);
    await page.choose('Alert me when', 'expiry');
    expect(page.valueOf('Hours before expiry')).toBe('24');
    await page.type('Hours before expiry', '48');
    await page.click('Set alert');
    expect(ruleIn(page)).toMatchObject({
      rule: { kind: 'expiry', hours: 48, position: { account: ACCOUNT, option: PUT.address } },
    });
  });

  it('asks a seller for the value of the debt, and stores that value as negative', async () => {
    const { page } = await dialog({
      ...POSITION,
      position: { ...POSITION.position, side: 'seller' },
      present: -9_600_000_000n,
    });
    expect(page.valueOf('Value of your debt in dollars')).toBe('100.8');
    await page.type('Value of your debt in dollars', '120');
    await page.click('Set alert');
    expect(ruleIn(page)).toMatchObject({
      rule: { kind: 'value', direction: 'below', value: '-12000000000' },
    });
  });

  it('shows no value while amounts are hidden', async () => {
    const { page } = await dialog(POSITION, { snapshot: { areAmountsHidden: true } });
    expect(page.valueOf('Value in dollars')).toBe('');
    expect(page.words()).not.toContain('96');
  });

  it('keeps the hidden value of an alert when its field stays empty', async () => {
    const rule = {
      kind: 'value',
      position: POSITION.position,
      direction: 'above',
      value: '15000000000',
    } as const;
    const { page } = await dialog(POSITION, {
      snapshot: { areAmountsHidden: true },
      former: {
        ...{ id: 'a', rule, whileLocked: 'off' },
        entry: { event: 'value', level: '', hours: '24' },
      },
    });
    expect(page.html()).not.toContain('150');
    await page.click('Save');
    expect(ruleIn(page)).toMatchObject({ id: 'a', rule });
  });
});
