import { describe, expect, it } from 'vitest';
import { plainSettings } from '../../../shared/messages/plain-settings.ts';
import type { WalletSnapshot } from '../../../shared/messages/snapshot.ts';
import { changesSince, textsOf, withChanges } from '../../../shared/messages/snapshot-changes.ts';

const BEFORE: WalletSnapshot = {
  vault: { status: 'empty', canKeepHere: true },
  otherVaults: [],
  selected: '0xaa',
  approvalIds: [],
  hasNoWindow: false,
  waitingSites: [],
  ceremony: 'none',
  activity: { version: '1.0', count: 0, pending: 0 },
  fills: [],
  sites: { version: '1.0', count: 0 },
  networks: [],
  offeredNetworks: [],
  watchedTokens: [],
  blockedSites: [],
  slowedSites: [],
  phishingList: { isWeekly: false, source: '' },
  services: {
    vaultUrl: '',
    ordersUrls: [],
    indexerUrl: '',
    positionsUrl: '',
    rpcUrls: [],
    referrer: '',
  },
  deskChoices: {},
  opens: 'popup',
  isDefaultWallet: false,
  ...plainSettings({}),
  expiryNotices: 'off',
  language: 'browser',
  autoLockMinutes: 15,
  warnings: [],
};

const PORTFOLIO = { account: '0x1', balances: [], at: 7, block: '1' };

const changes = (after: WalletSnapshot) => changesSince(textsOf(BEFORE), textsOf(after), after);

describe('the changes of a snapshot', () => {
  it('returns undefined for an equal state with new objects', () => {
    expect(changes(structuredClone(BEFORE))).toBeUndefined();
  });

  it('returns the parts that differ, and names the parts that were removed', () => {
    const { selected: _selected, ...rest } = BEFORE;
    const after: WalletSnapshot = { ...rest, approvalIds: ['a'], portfolio: PORTFOLIO };
    const found = changes(after) ?? expect.unreachable();
    expect(found).toEqual({
      changes: { approvalIds: ['a'], portfolio: PORTFOLIO },
      removed: ['selected'],
    });
    expect(withChanges(BEFORE, found)).toEqual(after);
  });

  it('keeps the objects of unchanged parts when a different part changes', () => {
    const after = { ...structuredClone(BEFORE), autoLockMinutes: 5 };
    const next = withChanges(BEFORE, changes(after) ?? expect.unreachable());
    expect(next.services).toBe(BEFORE.services);
    expect(next.autoLockMinutes).toBe(5);
  });
});
