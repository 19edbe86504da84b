import { describe, expect, it } from 'vitest';
import { RollStrip } from '../../../components/screens/roll/RollStrip.tsx';
import type { Roll } from '../../../shared/messages/roll.ts';
import { deskPosition } from '../../shared/desk/desk-positions.ts';
import { onPage } from '../helpers/on-page.tsx';

const account = `0x${'a'.repeat(40)}`;
const rows = [2_800, 2_600].map((strike, at) => ({
  ...deskPosition('PUT', [strike]),
  address: `0x${String(at + 1).repeat(40)}`,
}));
const rolls = rows.map(
  ({ address }): Roll => ({
    account,
    option: address,
    side: 'buyer',
    to: {
      asset: 'ETH',
      product: 'PUT',
      side: 'buy',
      strikes: ['250000000000'],
      expiry: 1_800_000_000,
    },
    collateralSymbol: 'USDC',
    known: [],
    at: 1,
  }),
);

describe('the strips of unfinished rolls', () => {
  it('name the closed option and the new one', () => {
    const html = onPage(
      <RollStrip account={account} rows={rows} isRead onOpen={() => undefined} />,
      {
        rolls,
      },
    );
    const names = html.match(/Unfinished: roll [^<]*/g) ?? [];
    expect(names).toHaveLength(2);
    expect(names[0]).toMatch(/ETH · Put \$2,800, .* into ETH Put 2,500/);
    expect(names[1]).toMatch(/ETH · Put \$2,600, .* into ETH Put 2,500/);
  });
});
