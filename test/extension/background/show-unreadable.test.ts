import { expect, it } from 'vitest';
import { SHOW_AGAIN_MS } from '../../../entrypoints/background/approvals/site-limits.ts';
import { createShowUnreadable } from '../../../entrypoints/background/rpc/index.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';

it('explains a refusal only for requests to connect, and at most once in five seconds', () => {
  const clock = createFakeClock();
  let shown = 0;
  const showUnreadable = createShowUnreadable({
    clock,
    show: async () => {
      shown += 1;
      throw new Error('no window');
    },
  });
  showUnreadable('eth_accounts');
  expect(shown).toBe(0);
  showUnreadable('eth_requestAccounts');
  showUnreadable('wallet_requestPermissions');
  expect(shown).toBe(1);
  clock.advance(SHOW_AGAIN_MS);
  showUnreadable('wallet_requestPermissions');
  expect(shown).toBe(2);
});
