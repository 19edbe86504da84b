import { expect, it } from 'vitest';
import { FillProgress } from '../../../components/screens/trade/ticket/FillProgress.tsx';
import { ActivityRow } from '../../../components/screens/wallet/activity/ActivityRow.tsx';
import type { TransactionEntry } from '../../../shared/activity/record.ts';
import { DELEGATOR, NO_CODE } from '../../../shared/chain/delegation.ts';
import type { FillView } from '../../../shared/messages/ticket.ts';
import { fillView } from '../../shared/orders/fill-view.ts';
import { onPage } from '../helpers/on-page.tsx';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const SAID = 'Your account is a smart account now';
const LINK = 'Manage smart accounts';

const FAILED = fillView({
  account: ACCOUNT,
  stage: 'failed',
  side: 'sell',
  token: { symbol: 'aBasUSDC', decimals: 6 },
  included: [{ kind: 'supply', amount: '2000000002' }],
  hash: '0xaa',
  failure: { code: 'exhausted' },
});

const ignore = () => undefined;
const progress = (fill: FillView) =>
  onPage(<FillProgress id="one" onBack={ignore} onAgain={ignore} onPositions={ignore} />, {
    fills: [fill],
  });

it('a failed fill shows that the account became a smart account, and links to the account’s settings', () => {
  const html = progress({ ...FAILED, becameSmart: true });
  expect(html).toContain(SAID);
  expect(html).toContain(LINK);
  expect(progress(FAILED)).not.toContain(SAID);
});

const row = (code: TransactionEntry['code'], failure: 'reverted' | 'code unchanged') =>
  onPage(
    <ActivityRow
      now={1}
      entry={{
        ...{ id: '0xaa', at: 1, origin: 'https://app.example', account: ACCOUNT, chainId: 8453 },
        ...{ kind: 'transaction', hash: '0xaa', what: { kind: 'batch', count: 2 } },
        status: 'failed',
        failure: { code: failure },
        ...(code === undefined ? {} : { code }),
      }}
    />,
    { networks: [] },
  );

it('the activity mentions the smart account only for a reverted transaction that set the code', () => {
  const code = { account: ACCOUNT, delegate: DELEGATOR, isChanged: true };
  expect(row(code, 'reverted')).toContain(SAID);
  expect(row(code, 'code unchanged')).not.toContain(SAID);
  expect(row({ ...code, isChanged: false }, 'reverted')).not.toContain(SAID);
  expect(row({ ...code, delegate: NO_CODE }, 'reverted')).not.toContain(SAID);
  expect(row(undefined, 'reverted')).not.toContain(SAID);
});
