import { describe, expect, it, vi } from 'vitest';
import { NotificationAccessContext } from '../../../components/hooks/use-notification-access.ts';
import { Alerts } from '../../../components/screens/trade/alerts/Alerts.tsx';
import type { Alert } from '../../../shared/messages/alerts.ts';
import type { Answers } from '../../gallery/sample-wallet.ts';
import { ALERTS } from '../../gallery/samples/positions.ts';
import { openPage, refusing } from '../helpers/open-page.tsx';
import { buttonNamesOf } from '../helpers/read-markup.ts';

async function alerts(
  all: readonly Alert[],
  { answers = {}, isAllowed = true }: { answers?: Answers; isAllowed?: boolean } = {},
) {
  const onOpen = vi.fn();
  const access = { request: vi.fn(async () => false), isAllowed: async () => isAllowed };
  const page = await openPage(
    <NotificationAccessContext value={access}>
      <Alerts onOpen={onOpen} />
    </NotificationAccessContext>,
    {
      snapshot: { alerts: { all, unread: [], checkedAt: Date.now() - 3 * 60_000 } },
      answers: { 'alerts.remove': null, 'alerts.rearm': null, 'alerts.see': null, ...answers },
    },
  );
  return { page, onOpen, access };
}

describe('the page of the alerts', () => {
  it('explains how to create the first alert', async () => {
    const { page } = await alerts([]);
    expect(page.words()).toContain('Set one on a price, an order in the chain, or a position.');
    expect(page.words()).not.toContain('Last checked');
  });

  it('lists fired alerts first, and shows when the alerts were last checked', async () => {
    const { page } = await alerts(ALERTS);
    const shown = page.words();
    expect(shown).toContain('Last checked 3 min ago');
    expect(shown.indexOf('expires in 24 hours')).toBeLessThan(shown.indexOf('ETH falls to'));
  });

  it('opens or deletes the alert whose button was pressed', async () => {
    const { page, onOpen } = await alerts(ALERTS);
    const names = buttonNamesOf(page.html());
    const of = (verb: string, about: string) =>
      names.find((name) => name.startsWith(verb) && name.includes(about)) ?? '';
    await page.click(of('Show', 'ETH falls'));
    expect(onOpen).toHaveBeenCalledWith(ALERTS[0]);
    await page.click(of('Delete', 'expires in'));
    expect(page.askedFor('alerts.remove')).toEqual([{ id: 'expiry' }]);
  });

  it('offers no “Set again” for an alert about an expiry, which happens only once', async () => {
    const { page } = await alerts(ALERTS);
    expect(buttonNamesOf(page.html()).some((name) => name.startsWith('Set again'))).toBe(false);
  });

  it('the Edit button opens a dialog that shows the alert’s level, and Cancel closes the dialog', async () => {
    const { page } = await alerts(ALERTS);
    const name = buttonNamesOf(page.html()).find((one) => one.startsWith('Edit')) ?? '';
    await page.click(name);
    expect(page.words()).toContain('Edit the alert');
    expect(page.valueOf('Price of ETH in dollars')).toBe('2400');
    await page.click('Cancel');
    expect(page.words()).not.toContain('Edit the alert');
  });

  it('offers price alerts for several assets, and opens the form of an alert for ETH', async () => {
    const { page } = await alerts([]);
    const assets = page.html().match(/<option[^>]*>([A-Z]+)/g) ?? [];
    expect(assets.length).toBeGreaterThan(1);
    await page.click('New price alert');
    expect(page.words()).toContain('Price of ETH in dollars');
  });

  it('shows an error message when an alert can’t be deleted', async () => {
    const { page } = await alerts(ALERTS, { answers: { 'alerts.remove': refusing('locked') } });
    const name = buttonNamesOf(page.html()).find((one) => one.startsWith('Delete')) ?? '';
    await page.click(name);
    expect(page.html()).toContain('role="alert"');
  });

  it('says where fired alerts appear, and offers to allow notifications, while notifications aren’t allowed', async () => {
    const { page, access } = await alerts(ALERTS, { isAllowed: false });
    await page.shows('Fired alerts appear here and on Home.');
    await page.click('Allow notifications');
    expect(access.request).toHaveBeenCalledOnce();
    await page.shows('The browser declined.');
    const none = await alerts([], { isAllowed: false });
    expect(none.page.words()).not.toContain('Fired alerts appear here');
  });
});
