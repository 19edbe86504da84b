import { APPROVALS } from './entries/approvals.tsx';
import { DESK } from './entries/desk.tsx';
import { FIRST_STEPS } from './entries/first-steps.tsx';
import { SETTINGS } from './entries/settings.tsx';
import { TRADE } from './entries/trade.tsx';
import { WALLET } from './entries/wallet.tsx';
import type { Group } from './entry.ts';

export const groups: readonly Group[] = [
  { title: 'First steps', entries: FIRST_STEPS },
  { title: 'Wallet', entries: WALLET },
  { title: 'Trade', entries: TRADE },
  { title: 'Approvals', entries: APPROVALS },
  { title: 'Desk', entries: DESK },
  { title: 'Settings', entries: SETTINGS },
];
