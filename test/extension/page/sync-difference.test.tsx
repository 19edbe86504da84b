import { describe, expect, it } from 'vitest';
import { DivergenceCard, JoinCard } from '../../../components/screens/vault/sync/MergeCards.tsx';
import type { Divergence } from '../../../shared/messages/sync.ts';
import { MAX_WALLETS } from '../../../shared/wire/vault-limits.ts';
import { AT, address, UNLOCKED } from '../../gallery/samples/snapshot.ts';
import { inGerman } from '../helpers/languages.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonsOf, wordsOf } from '../helpers/read-markup.ts';

type DivergenceKind = Parameters<typeof DivergenceCard>[0]['kind'];

const BASE: Divergence = {
  here: { revision: 12, createdAt: AT - 60_000, device: 'Laptop' },
  offered: { revision: 9, createdAt: AT - 30_000, device: 'Phone' },
  offeredDigest: 'digest',
  adding: [],
  missing: [],
  mergedWallets: 2,
  deleting: [],
  returning: [],
  unremovable: [],
  isVerified: true,
};
const LANDLORD = { kind: 'contact', name: 'Landlord', address: address('1d') } as const;
const passkey = (name: string) => ({ kind: 'passkey', name, credentialId: name }) as const;

const card = (
  change: Partial<Divergence> = {},
  kind: DivergenceKind = 'forked',
  canKeepHere = true,
) =>
  onPage(<DivergenceCard kind={kind} divergence={{ ...BASE, ...change }} />, {
    vault: { ...UNLOCKED, canKeepHere },
  });
const words = (change?: Partial<Divergence>) => wordsOf(card(change));
const canMerge = (html: string) =>
  buttonsOf(html).find(({ name }) => name.startsWith('Merge'))?.isDisabled === false;
const consents = (html: string) =>
  [...html.matchAll(/<label.*?<\/label>/gs)].map(([label]) => wordsOf(label));

describe('two versions of a vault', () => {
  it('shows the revision and the device of both versions of the vault', () => {
    const shown = words();
    expect(shown).toMatch(
      /This device Revision 12 .*saved by “Laptop”.* Server Revision 9 .*“Phone”/,
    );
  });

  it('lists the items that only one of the vaults has, with full addresses', () => {
    const shown = words({ adding: [LANDLORD], missing: [{ ...LANDLORD, name: 'Baker' }] });
    expect(shown).toContain(
      `Only in the server’s version. A merge adds it Contact “Landlord” ${address('1d')}`,
    );
    expect(shown).toContain('Only on this device Contact “Baker”');
  });

  it('lists items that only the server or only this device deleted', () => {
    const shown = words({ deleting: [LANDLORD], returning: [{ ...LANDLORD, name: 'Baker' }] });
    expect(shown).toContain('Deleted in the server’s version. A merge deletes it here Contact “L');
    expect(shown).toContain('still in the server’s version Contact “Baker”');
  });

  it('says that nothing is lost only when the server’s version contains every item of this device', () => {
    const nothing = 'The server’s version contains everything on this device.';
    expect(words()).toContain(nothing);
    expect(words({ missing: [LANDLORD] })).not.toContain(nothing);
    expect(words({ deleting: [LANDLORD] })).not.toContain(nothing);
  });

  it.each<[DivergenceKind, string]>([
    ['older', 'The server has an older version of your vault'],
    ['forked', 'The server’s vault lacks changes that this device has'],
    ['unverified', 'The server’s vault may not be yours'],
  ])('says why Condor didn’t use the server’s vault: %s', (kind, title) => {
    expect(wordsOf(card({}, kind))).toMatch(new RegExp(`^${title}`));
  });
});

describe('a merge', () => {
  it('enables the merge immediately when nothing needs the user’s consent', () => {
    expect(canMerge(card())).toBe(true);
    expect(consents(card())).toEqual([]);
  });

  it('says by how many wallets a merge exceeds the limit, and disables the merge', () => {
    const html = card({ mergedWallets: MAX_WALLETS + 2 });
    expect(wordsOf(html)).toContain(`Together they have ${MAX_WALLETS + 2} wallets`);
    expect(wordsOf(html)).toContain('Remove 2 or more wallets');
    expect(canMerge(html)).toBe(false);
    expect(canMerge(card({ mergedWallets: MAX_WALLETS }))).toBe(true);
  });

  it('requires the user’s consent before removed passkeys can open the vault again, and lists these passkeys', () => {
    const html = card({ unremovable: [passkey('Old phone'), passkey('Lost key')] });
    expect(consents(html)).toEqual([
      'I understand that these removed passkeys can open my vault again: Old phone, Lost key',
    ]);
    expect(html).toContain('role="alert"');
    expect(canMerge(html)).toBe(false);
  });

  it('requires the user’s consent to the passkeys of a vault that may not be the user’s', () => {
    const html = card({ isVerified: false, adding: [passkey('Phone'), LANDLORD] }, 'unverified');
    expect(consents(html)).toEqual(['I know these passkeys, and they may open my vault: Phone']);
    expect(canMerge(html)).toBe(false);
  });

  it('requires no consent to new passkeys of a verified vault', () => {
    const html = card({ adding: [passkey('Phone')] });
    expect(consents(html)).toEqual([]);
    expect(canMerge(html)).toBe(true);
  });

  it('suggests how the user can check unknown items, depending on the browser', () => {
    const unverified = { isVerified: false };
    expect(wordsOf(card(unverified, 'unverified', true))).toContain('leave the server below');
    expect(wordsOf(card(unverified, 'unverified', false))).toContain('create a recovery file');
    expect(words()).not.toContain('If you don’t recognize');
  });

  it('says that passkeys can’t be copied when the server’s vault lacks a passkey of this device’s vault', () => {
    expect(words({ missing: [passkey('Laptop')] })).toContain('Condor can’t copy passkeys.');
    expect(words({ missing: [LANDLORD] })).not.toContain('Condor can’t copy passkeys.');
  });

  it('asks about removed passkeys in German as well', () => {
    const html = inGerman(() => card({ unremovable: [passkey('Old phone')] }));
    expect(consents(html)[0]).toContain('Old phone');
    expect(consents(html)[0]).not.toContain('I understand');
  });
});

describe('joining a server’s vault', () => {
  const join = (change: Partial<Divergence> = {}) =>
    onPage(<JoinCard divergence={{ ...BASE, ...change }} />);

  it('says that a merge adds this device’s own items, and lets the user stay on this device', () => {
    const html = join();
    expect(wordsOf(html)).toContain('Items that only this device has are added. You confirm');
    expect(buttonsOf(html)).toEqual([
      { name: 'Merge into the server’s vault', isDisabled: false },
      { name: 'Stay on this device', isDisabled: false },
    ]);
  });

  it('says that items deleted on the server aren’t added', () => {
    expect(wordsOf(join({ deleting: [LANDLORD] }))).toContain('except those that the server’s');
  });

  it('warns of a vault that somebody with a removed passkey may have written', () => {
    const html = join({ isVerified: false, adding: [passkey('Phone')] });
    expect(wordsOf(html)).toContain('The server’s vault may not be yours');
    expect(wordsOf(html)).toContain('If you don’t recognize one of the server’s items');
    expect(canMerge(html)).toBe(false);
  });
});
