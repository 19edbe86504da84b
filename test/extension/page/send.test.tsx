import { expect, it, vi } from 'vitest';
import { Send } from '../../../components/screens/wallet/send/Send.tsx';
import type { WalletSnapshot } from '../../../shared/messages/snapshot.ts';
import { onPage } from '../helpers/on-page.tsx';

vi.mock('../../../components/hooks/use-action.ts', () => ({
  useAction: () => ({ isRunning: false, problem: 'The node doesn’t answer.' }),
}));

const ETHER = {
  ...{ chainId: 8453, network: 'Base', symbol: 'ETH', name: 'Ether', decimals: 18 },
  ...{ amount: '5', usdCents: '1' },
};
// Only these parts are read.
const snapshot = {
  portfolio: { account: '0xaa', balances: [ETHER], at: 1, block: '7' },
  vault: { status: 'unlocked', wallets: [], contacts: [] },
  activity: { count: 0, version: '1', pending: 0 },
} as unknown as WalletSnapshot;

it('says below the empty amount why the most that can be sent is unknown', () => {
  const html = onPage(<Send onBack={() => undefined} onSent={() => undefined} />, snapshot);
  expect(html).toMatch(/<p id="[^"]*-note"[^>]*>The node doesn’t answer\./);
});
