import { describe, expect, it } from 'vitest';
import { AllowanceCard } from '../../../components/screens/settings/AllowanceCard.tsx';
import type { AllowanceView } from '../../../shared/messages/allowances.ts';
import {
  ACCOUNT,
  address,
  snapshotWith,
  USDC_ADDRESS,
  WATCHED,
} from '../../gallery/samples/snapshot.ts';
import { inGerman } from '../helpers/languages.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonsOf, wordsOf } from '../helpers/read-markup.ts';

const LIMITED: AllowanceView = {
  chainId: 8453,
  account: ACCOUNT,
  kind: 'token',
  token: { address: USDC_ADDRESS, symbol: 'USDC', decimals: 6 },
  spender: address('c0'),
  spenderKind: 'contract',
  units: '42000000',
  stake: '42000000',
  usdCents: '4200',
  canRevoke: true,
  isUnproven: false,
};
const ALL = (2n ** 256n - 1n).toString();

const card = (
  change: Partial<AllowanceView> = {},
  state: { isLocked?: boolean; isBusy?: boolean } = {},
) =>
  onPage(
    <AllowanceCard
      row={{ ...LIMITED, ...change }}
      isChosen={false}
      isLocked={state.isLocked ?? false}
      isBusy={state.isBusy ?? false}
      onToggle={() => undefined}
      onRevoke={() => undefined}
    />,
    snapshotWith({}),
  );
const words = (change: Partial<AllowanceView> = {}) => wordsOf(card(change));

describe('an allowance', () => {
  it('shows the amount, the spender, the amount at stake now, and the account', () => {
    expect(words()).toBe(
      '42 USDC to an unknown contract: 0xc0c0…c0c0 Revoke Could take 42 USDC now, worth $42.00. From Savings on Base',
    );
  });

  it('marks an unlimited allowance, and shows the amount that the spender could take now', () => {
    expect(words({ units: ALL, stake: '12450310000', usdCents: '1245031' })).toMatch(
      /^All your USDC Unlimited to .* Could take 12,450\.31 USDC now, worth \$12,450\.31\./,
    );
    expect(words()).not.toContain('Unlimited');
  });

  it('says that nothing can be taken now, or that the amount is unknown', () => {
    expect(words({ stake: '0' })).toContain('There’s nothing to take now.');
    const { stake: _stake, ...unknown } = LIMITED;
    expect(
      wordsOf(
        onPage(
          <AllowanceCard
            row={unknown}
            isChosen={false}
            isLocked={false}
            isBusy={false}
            onToggle={() => undefined}
            onRevoke={() => undefined}
          />,
          snapshotWith({}),
        ),
      ),
    ).toContain('The contract doesn’t say how much could be taken now.');
  });

  it.each<[AllowanceView['spenderKind'], string]>([
    ['book', 'to the order book:'],
    ['pool', 'to Aave’s lending pool:'],
    ['permit2', 'to Permit2:'],
    ['contract', 'to an unknown contract:'],
    ['unknown', 'to an address that Condor hasn’t checked yet:'],
  ])('describes the spender of kind %s without calling it a person', (spenderKind, text) => {
    expect(words({ spenderKind })).toContain(text);
    expect(words({ spenderKind })).not.toContain('personal account');
  });

  it('warns when the spender is a person, but not when the spender is an account of the wallet', () => {
    expect(words({ spenderKind: 'person' })).toContain(
      'This spender is a personal account, not a contract. Its owner can take it at any time.',
    );
    const own = words({ spenderKind: 'person', spender: WATCHED });
    expect(own).toContain('to your account Treasury:');
    expect(own).not.toContain('Its owner can take it');
  });

  it('doesn’t show the claimed name of a token that imitates a known token', () => {
    const shown = words({ token: { ...LIMITED.token, address: address('de'), imitates: 'USDC' } });
    expect(shown).not.toMatch(/^42 USDC/);
    expect(shown).toContain('0xdede…dede');
  });

  it.each<[Partial<AllowanceView>, string, string]>([
    [
      { kind: 'operator', stake: '3' },
      'Every collectible of USDC',
      'Could take 3 collectibles now.',
    ],
    [
      { kind: 'item', item: '7', stake: '1' },
      'Collectible #7 of USDC',
      'Could take 1 collectible now.',
    ],
    [
      { kind: 'buyer side', stake: '1' },
      'The buyer’s side of option',
      'It could take this side of the option now.',
    ],
    [
      { kind: 'seller side', stake: '1' },
      'The seller’s side of option',
      'It could take this side of the option now.',
    ],
  ])(
    'describes an allowance for collectibles or for a side of an option: %o',
    (change, what, stake) => {
      expect(words(change)).toContain(what);
      expect(words(change)).toContain(stake);
    },
  );

  it('limits the displayed number of collectibles when a hostile contract reports a huge number', () => {
    expect(words({ kind: 'operator', stake: ALL })).toMatch(/Could take 1[,.]?000[,.]?000 collect/);
  });

  it('shows until when Permit2 allows the spender to take tokens', () => {
    expect(words({ kind: 'permit2', expiresAt: 2_000_000_000 })).toContain(
      'Through Permit2, until',
    );
  });

  it('shows an allowance in German, with German number marks', () => {
    const german = wordsOf(inGerman(() => card({ units: ALL, stake: '12450310000' })));
    expect(german).toContain('12.450,31 USDC');
    expect(german).not.toContain('Unlimited');
  });
});

describe('the revocation of an allowance', () => {
  it('tells screen readers which allowance the Revoke button and the checkbox belong to', () => {
    expect(buttonsOf(card())).toEqual([
      { name: 'Revoke USDC allowance of 0xc0c0…c0c0', isDisabled: false },
    ]);
    expect(card()).toContain('aria-label="Select 42 USDC for 0xc0c0…c0c0"');
  });

  it('disables the Revoke button while another revocation is being confirmed', () => {
    expect(buttonsOf(card({}, { isBusy: true }))[0]?.isDisabled).toBe(true);
  });

  it('disables the checkbox of a revocation when the maximum number is already selected', () => {
    expect(card({}, { isLocked: true })).toMatch(/<input[^>]*disabled=""/);
    expect(card()).not.toMatch(/<input[^>]*disabled=""/);
  });

  it('offers no revocation for an account that is only watched', () => {
    const html = card({ canRevoke: false });
    expect(buttonsOf(html)).toEqual([]);
    expect(html).not.toContain('type="checkbox"');
    expect(wordsOf(html)).toContain('You only watch this account, so Condor can’t revoke it.');
  });
});
