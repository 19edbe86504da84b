import { describe, expect, it } from 'vitest';
import { WalletFailure } from '../../../components/hooks/wallet-connection.ts';
import { Occupied } from '../../../components/screens/trade/quotations/Occupied.tsx';
import type { Failure } from '../../../shared/messages/failures.ts';
import type { WalletSnapshot } from '../../../shared/messages/snapshot.ts';
import { onPage } from '../helpers/on-page.tsx';

const OWN = `0x${'a'.repeat(40)}`;
const STRANGER = `0x${'b'.repeat(40)}`;
const account = { address: OWN, name: 'Savings' };
const unlocked = { vault: { status: 'unlocked', wallets: [{ accounts: [account] }] } };

const shown = (failure: Failure) =>
  onPage(
    <Occupied by={new WalletFailure(failure)} account="0x1" onCheck={() => undefined} />,
    // A part of a snapshot is enough, because the component reads only the vault's accounts.
    unlocked as unknown as WalletSnapshot,
  );

const byOther = (requester: string, until: number): Failure => ({
  code: 'askedByOther',
  details: { id: '7', requester, until },
});

const LATER = Math.floor(Date.now() / 1000) + 3_600;

describe('an option with an open request', () => {
  it('names the user’s account when the open request belongs to that account', () => {
    const html = shown(byOther(OWN, LATER));
    expect(html).toContain('Your account Savings has an open request about this option.');
    expect(html).not.toContain('Somebody else’s request');
  });

  it('offers no button to end somebody else’s request before its time has run out', () => {
    const html = shown(byOther(STRANGER, LATER));
    expect(html).toContain('Somebody else’s request');
    expect(html).toContain('anybody can end it.');
    expect(html).not.toContain('End that request');
  });

  it('offers to end an open request whose time has run out', () => {
    const html = shown(byOther(STRANGER, 1));
    expect(html).toContain('anybody can end it now.');
    expect(html).toContain('End that request');
  });

  it('offers to check an option again when the user’s own request is open or on its way', () => {
    const html = shown({ code: 'alreadyAsked' });
    expect(html).toContain('open already, or on its way.');
    expect(html).toContain('Check again');
    expect(html).not.toContain('End that request');
  });
});
