import { expect, it } from 'vitest';
import { RecentActivity } from '../../../components/screens/wallet/home/RecentActivity.tsx';
import type { ActivityEntry } from '../../../shared/activity/record.ts';
import { ACCOUNT, AT } from '../../gallery/samples/snapshot.ts';
import { eventually } from '../../helpers/eventually.ts';
import { openPage } from '../helpers/open-page.tsx';

const ALLOWED: ActivityEntry = {
  id: '4',
  at: AT - 120_000,
  origin: 'https://swap.example',
  account: ACCOUNT,
  chainId: 8453,
  kind: 'transaction',
  status: 'confirmed',
  hash: `0x${'a4'.repeat(32)}`,
  what: {
    kind: 'approve',
    spender: `0x${'c0'.repeat(20)}`,
    amount: {
      token: { address: '0x1', symbol: 'USDC', decimals: 6 },
      units: '42000000',
    },
  },
};

async function shown(areAmountsHidden: boolean): Promise<string> {
  const page = await openPage(<RecentActivity now={AT} onMore={() => undefined} />, {
    snapshot: { areAmountsHidden },
    answers: { 'activity.page': { rows: [ALLOWED], total: 1 } },
  });
  await eventually(() => expect(page.words()).toContain('swap.example'));
  return page.html();
}

it('shows the amounts of the newest activity', async () => {
  expect(await shown(false)).toContain('42 USDC');
});

it('shows no amount of the newest activity, not even in a tooltip, while amounts are hidden', async () => {
  const html = await shown(true);
  expect(html).toContain('••• USDC');
  expect(html).not.toContain('42 USDC');
});
