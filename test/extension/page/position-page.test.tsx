import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import {
  PositionAside,
  PositionPage,
  PositionView,
} from '../../../components/screens/holdings/PositionPage.tsx';
import type { WalletSnapshot } from '../../../shared/messages/snapshot.ts';
import type {
  ActionBlock,
  ActionCosts,
  PositionRow,
} from '../../../shared/positions/position-view.ts';
import type { QuotationView } from '../../../shared/quotations/view.ts';
import { price8, tokenAmount, wei } from '../../../shared/units.ts';
import { POSITIONS, PUT } from '../../gallery/samples/positions.ts';
import { ACCOUNT, address, snapshotWith } from '../../gallery/samples/snapshot.ts';
import { inGerman } from '../helpers/languages.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonNamesOf, factsOf, wordsOf } from '../helpers/read-markup.ts';

const ignore = () => undefined;
const NOW = Math.floor(Date.now() / 1000);
const [, SOLD = expect.unreachable(), SETTLED = expect.unreachable()] = POSITIONS.rows;

const page = (row: PositionRow, snapshot: Partial<WalletSnapshot> = {}) =>
  onPage(
    <PositionPage row={row} account={ACCOUNT} onBack={ignore} onLater={ignore} />,
    snapshotWith(snapshot),
  );
const words = (row: PositionRow) => wordsOf(page(row));
const fact = (row: PositionRow, name: string) => new Map(factsOf(page(row))).get(name);

it('links to later options only from a position that an accepted offer closed', () => {
  const names = (row: PositionRow) => buttonNamesOf(page(row));
  const closed = { ...PUT, state: 'closed', isClosedByOffer: true } as const;
  expect(names(closed)).toContain('Open a later one');
  expect(names(PUT)).not.toContain('Open a later one');
  const given = { ...PUT, state: 'closed', givenTo: address('9a') } as const;
  expect(names(given)).not.toContain('Open a later one');
});

describe('the profit of a position', () => {
  it('shows the proceeds of selling a running option now, the source of this price, and the payout of a settlement now', () => {
    const shown = words(PUT);
    expect(shown).toMatch(/−25\.00 USDC −\$25\.00/);
    expect(shown).toContain(
      'To sell now: about 96.00 USDC. That is an estimate after the fee: Black-Scholes at the volatility that makers bid or ask for this expiry, around 60%. If settled now, it would pay 0.00 USDC.',
    );
  });

  it('shows only the value that a settlement now would have when no volatility is known', () => {
    const { model: _model, ...plain } = PUT;
    expect(words(plain)).toMatch(/−121\.00 USDC −\$121\.00 · −100%/);
    expect(words(plain)).toContain('Value and P&L assume settlement now.');
  });

  it('shows no value that the chain contradicts', () => {
    const row = { ...PUT, verification: 'disagrees' } as const;
    expect(words(row)).not.toMatch(/−\$?25\.00/);
    expect(fact(row, 'Value if settled now')).toBe('—');
    expect(page(row)).toContain('role="alert"');
    expect(words(row)).toContain('rely on the chain and not on this page');
    expect(words({ ...row, disagreements: ['absent'] })).toContain(
      'there’s no option contract at this address. Don’t pay anything for it',
    );
  });

  it('hides a position’s amounts and chart while amounts are hidden', () => {
    const html = page(PUT, { areAmountsHidden: true });
    expect(html).not.toContain('25.00');
    expect(html).not.toContain('121');
    expect(html).not.toContain('role="slider"');
    expect(wordsOf(html)).toContain('•••');
  });

  it('describes a position in German, with German number marks', () => {
    const german = wordsOf(inGerman(() => page(PUT)));
    expect(german).toContain('−25,00 USDC');
    expect(german).not.toContain('Details Buyer');
  });
});

describe('the facts of a position', () => {
  it('shows the premium that a buyer paid, and that the user is the buyer', () => {
    expect(fact(PUT, 'Contracts')).toBe('2');
    expect(fact(PUT, 'Strike')).toBe('$2,500');
    expect(fact(PUT, 'Premium paid')).toBe('120.00 USDC');
    expect(fact(PUT, 'Fee, included in the premium')).toBe('1.00 USDC');
    expect(fact(PUT, 'To sell now, about')).toBe('96.00 USDC');
    expect(fact(PUT, 'Mark')).toBe('104.00 USDC');
    expect(fact(PUT, 'Buyer')).toBe('0x7099…79C8 (you)');
    expect(fact(PUT, 'Seller')).not.toContain('(you)');
    expect(fact(PUT, 'Referrer')).toBe('none');
  });

  it('shows the amounts that a seller received, locked and would owe', () => {
    expect(fact(SOLD, 'Premium received')).toBe('59.00 USDC');
    expect(fact(SOLD, 'Collateral you locked')).toBe('100.00 USDC');
    expect(fact(SOLD, 'Strikes')).toBe('$2,600 · $2,700');
    expect(fact(SOLD, 'Seller')).toContain('(you)');
    expect(fact(SOLD, 'You’d owe if settled now')).toBeDefined();
  });

  it('shows the settlement price and the payout of a settled position', () => {
    expect(fact(SETTLED, 'Settled at')).toBe('$2,570');
    expect(fact(SETTLED, 'Paid out')).toBe('0.066 WETH');
    expect(fact(SETTLED, 'Mark')).toBeUndefined();
    expect(fact(SETTLED, 'To sell now, about')).toBeUndefined();
  });

  it('shows no cost for a received position until the user enters it', () => {
    const received = { ...PUT, isReceived: true };
    expect(fact(received, 'Your cost')).toBe('unknown');
    expect(fact(received, 'Premium paid')).toBeUndefined();
    expect(fact({ ...received, enteredCost: tokenAmount(5000000n) }, 'Your cost')).toBe(
      '5.00 USDC, entered by you',
    );
  });

  it('doesn’t call the user the holder of a transferred side', () => {
    const given = { ...PUT, state: 'closed', givenTo: address('9a') } as const;
    expect(fact(given, 'Buyer')).not.toContain('(you)');
    expect(fact(given, 'Transferred to')).toBe('0x9a9a…9a9a');
  });
});

describe('the verification of a position', () => {
  it.each<[Partial<PositionRow>, string]>([
    [{}, 'Verified'],
    [{ isMoneyProven: false }, 'Contract verified, premium not verified'],
    [{ verification: 'notChecked' }, 'not checked yet'],
    [{ verification: 'notChecked', isChecking: true }, 'checking'],
    [{ verification: 'disagrees' }, 'Mismatch'],
    [{ formulaPayout: tokenAmount(1n) }, 'Settled, payout proven by its receipt'],
  ])('describes how far a position was verified (changes to the position: %o)', (change, text) => {
    const html = page({ ...PUT, ...change });
    const badge = /<span class="flex flex-wrap items-center gap-x-3 text-xs">(.*?)<\/span>/s;
    expect(wordsOf(badge.exec(html)?.[1] ?? '')).toBe(text);
  });

  it('says that a new position isn’t indexed yet', () => {
    expect(words({ ...PUT, isFresh: true })).toContain('just changed, not indexed yet');
    expect(words(PUT)).not.toContain('not indexed yet');
  });

  it('explains a tiny difference between the payout and the formula as rounding, and refers to the receipt for a larger difference', () => {
    const paid = (value: string) =>
      words({
        ...SETTLED,
        worth: { value: tokenAmount(BigInt(value)), profit: tokenAmount(0n) },
        formulaPayout: tokenAmount(66000000000000000n),
      });
    expect(paid('66000000000000002')).toContain('The difference is rounding.');
    expect(paid('66000000000000003')).toContain('The receipt counts');
  });
});

describe('the actions of a position', () => {
  it('offers to transfer or split a position, and explains the effect of a transfer', () => {
    const html = page(PUT);
    expect(buttonNamesOf(html)).toEqual(expect.arrayContaining(['Transfer', 'Split']));
    expect(wordsOf(html)).toContain('Transfers your side permanently. You get nothing in return.');
  });

  const blocked = (reason: ActionBlock, action: 'transfer' | 'payout' = 'transfer') =>
    page({ ...PUT, actions: [{ action, blocked: reason }] });

  it.each<[ActionBlock, string]>([
    ['watchedOnly', 'Condor only watches this account, so it can’t sign.'],
    ['notChecked', 'Condor hasn’t verified this option on the chain yet.'],
    ['foreignContract', 'Condor doesn’t call it.'],
    ['notTheHolder', 'On the chain, another account holds this side.'],
  ])('offers no transfer of a position, and says why: %s', (reason, text) => {
    expect(wordsOf(blocked(reason))).toContain(text);
    expect(buttonNamesOf(blocked(reason))).not.toContain('Transfer');
  });

  const withCosts = (actions: PositionRow['actions'], costs?: ActionCosts) => {
    const row = { ...PUT, actions, expiry: NOW + 86_400 };
    const possible = actions.filter(({ blocked }) => blocked === undefined);
    const queries = new QueryClient();
    queries.setQueryData(
      ['action costs', ACCOUNT, row.key, possible.map(({ action }) => action)],
      costs,
    );
    const element = <PositionPage row={row} account={ACCOUNT} onBack={ignore} onLater={ignore} />;
    return onPage(element, snapshotWith({}), queries);
  };
  const [now, later] = ['What you can do now', 'Not possible now'];

  it('shows the effect and the cost of an action', () => {
    const html = withCosts([{ action: 'transfer' }], {
      network: [{ action: 'transfer', wei: wei(9000000000000n) }],
      etherPrice: price8(259000000000n),
    });
    expect(wordsOf(html)).toMatch(/Transfer Transfers your side permanently\..*0\.000009 ETH/);
    expect(wordsOf(html)).not.toContain(later);
  });

  it('shows the fee that a contract takes for a split', () => {
    const html = withCosts([{ action: 'split' }], {
      network: [],
      splitFee: wei(1000000000000000n),
    });
    expect(wordsOf(html)).toContain('0.001 ETH');
  });

  it('lists impossible actions separately, with their reason and without a button', () => {
    const html = withCosts([{ action: 'transfer' }, { action: 'split', blocked: 'watchedOnly' }]);
    const shown = wordsOf(html);
    expect(shown.indexOf(now)).toBeLessThan(shown.indexOf('Transfer'));
    expect(shown).toMatch(new RegExp(`${later} Split Condor only watches this account`));
    expect(buttonNamesOf(html)).not.toContain('Split');
  });

  it('shows a reason only once when several impossible actions share the reason', () => {
    const html = withCosts([
      { action: 'transfer', blocked: 'watchedOnly' },
      { action: 'split', blocked: 'watchedOnly' },
    ]);
    expect(wordsOf(html)).toContain(`${later} Transfer, Split Condor only watches this account`);
    expect(wordsOf(html)).toContain('This position allows no action at the moment.');
  });

  it('says when settlement becomes possible if the option hasn’t expired', () => {
    const html = withCosts([{ action: 'payout', blocked: 'notDue' }]);
    expect(wordsOf(html)).toMatch(/Settle and pay out After expiry, either side can settle/);
  });

  it('offers no actions for a position that has ended', () => {
    expect(words(SETTLED)).toContain('This position has ended.');
    expect(words(SETTLED)).not.toContain(now);
  });

  it('offers no actions for an option that isn’t proven to come from a known order book', () => {
    expect(words({ ...PUT, isUnproven: true, actions: [] })).toContain(
      'Condor offers no actions for it.',
    );
  });

  it('shows which account acts when another account is selected', () => {
    expect(wordsOf(page(PUT, { selected: address('0f') }))).toMatch(/Actions use /);
    expect(wordsOf(page(PUT))).not.toMatch(/Actions use /);
  });
});

describe('a wide page of a position', () => {
  const wide = (part: 'view' | 'aside') =>
    onPage(
      <PositionPage row={PUT} account={ACCOUNT} onBack={ignore} onLater={ignore}>
        {(state) =>
          part === 'aside' ? (
            <PositionAside page={state} />
          ) : (
            <PositionView page={state} onBack={ignore} isWide more={{ now: <li>More</li> }} />
          )
        }
      </PositionPage>,
      snapshotWith({}),
    );

  it('shows the facts beside the actions on a wide page', () => {
    expect(factsOf(wide('view'))).toEqual([]);
    expect(buttonNamesOf(wide('view'))).toEqual(expect.arrayContaining(['Transfer', 'Split']));
    expect(new Map(factsOf(wide('aside'))).get('Contracts')).toBe('2');
    expect(buttonNamesOf(wide('aside'))).not.toContain('Transfer');
  });

  it('lists the desk’s actions first on a wide page', () => {
    expect(wordsOf(wide('view'))).toMatch(/What you can do now More Transfer/);
  });
});

describe('an option that is settled by delivery', () => {
  const physical = (change: Partial<PositionRow>): PositionRow => ({
    ...PUT,
    isPhysical: true,
    expiry: NOW + 86_400,
    collateral: tokenAmount(500000000000000000n),
    token: { address: address('42'), symbol: 'WETH', decimals: 18 },
    delivery: {
      token: { address: address('43'), symbol: 'USDC', decimals: 6 },
      amount: tokenAmount(1300000001n),
      until: NOW + 90_000,
      isDone: false,
    },
    ...change,
  });

  it('shows exactly what a buyer delivers and receives, and that nothing happens automatically', () => {
    expect(words(physical({}))).toContain(
      'If you exercise it, you deliver 1,300.000001 USDC and receive 0.5 WETH.',
    );
    expect(words(physical({}))).toContain('It doesn’t happen automatically');
  });

  it('shows a seller what the buyer can take', () => {
    expect(words(physical({ side: 'seller' }))).toContain(
      'The buyer can deliver 1,300.000001 USDC to you and take 0.5 WETH',
    );
  });

  it('asks the buyer to decide within the exercise window, and warns of a delivery at a loss', () => {
    const { delivery = expect.unreachable() } = physical({});
    const now = (isAtLoss: boolean) =>
      words(
        physical({
          expiry: NOW - 60,
          state: 'awaitingSettlement',
          delivery: { ...delivery, isAtLoss },
        }),
      );
    expect(now(true)).toContain('to decide');
    expect(now(true)).toContain('you’d deliver more than you’d receive.');
    expect(now(false)).not.toContain('deliver more');
  });

  it('says that the exercise window was missed', () => {
    const { delivery = expect.unreachable() } = physical({});
    const late = { ...delivery, until: NOW - 60 };
    const over = physical({ expiry: NOW - 3_600, state: 'awaitingSettlement', delivery: late });
    expect(words(over)).toContain('The exercise window ended without a delivery. The collateral');
    expect(words({ ...over, side: 'seller' })).toContain('Settle the option to get back your');
  });

  it('shows that a receipt proves the delivery', () => {
    const { delivery = expect.unreachable() } = physical({});
    const done = physical({ state: 'settled', delivery: { ...delivery, isDone: true } });
    expect(words(done)).toContain('The receipt proves that you delivered 1,300.000001 USDC');
  });

  it.each<[Partial<PositionRow>, string]>([
    [{ notExercised: 'declined' }, 'Not exercised: you declined.'],
    [{ notExercised: 'declined', side: 'seller' }, 'Not exercised: the buyer declined.'],
  ])(
    'says who declined to exercise a physical option (changes to the position: %o)',
    (change, text) => {
      expect(words(physical({ state: 'settled', ...change }))).toContain(text);
    },
  );

  it('warns when the option’s contract doesn’t report the amounts to deliver in a form that Condor knows', () => {
    const { delivery: _delivery, ...row } = physical({});
    expect(words(row)).toContain('its contract doesn’t report a delivery that Condor knows');
  });
});

describe('a running request about a position', () => {
  const OFFER = {
    offeror: address('a1'),
    amount: tokenAmount(96_000000n),
    net: tokenAmount(93_120000n),
    state: 'open',
  } as const;
  const REQUEST: QuotationView = {
    id: 7n,
    stage: 'collecting',
    stageEnd: NOW + 83,
    existing: PUT.address,
    isBuyer: false,
    strikes: PUT.strikes,
    expiry: PUT.expiry,
    token: PUT.token,
    contracts: PUT.contracts,
    escrow: tokenAmount(0n),
    offers: [OFFER],
    unreadable: 0,
  };
  const withRequest = (request: Partial<QuotationView>, row = PUT) => {
    const queries = new QueryClient();
    queries.setQueryData(['quotations', ACCOUNT, undefined], {
      quotations: [{ ...REQUEST, ...request }],
    });
    return buttonNamesOf(
      onPage(
        <PositionPage row={row} account={ACCOUNT} onBack={ignore} onLater={ignore} />,
        snapshotWith({}),
        queries,
      ),
    );
  };
  const SELL = 'Sell now for 93.12 USDC after the fee';

  it('shows the amount after the fee on the button that closes a position at an open offer’s price', () => {
    expect(withRequest({})).toContain(SELL);
    expect(withRequest({ isBuyer: true, existing: SOLD.address }, SOLD)).toContain(
      'Buy back now for 93.12 USDC',
    );
  });

  it.each<[string, Partial<QuotationView>]>([
    ['whose window has ended', { stage: 'revealing' }],
    ['whose fee is unknown', { offers: [{ ...OFFER, net: undefined as never }] }],
    ['that was withdrawn', { offers: [{ ...OFFER, state: 'withdrawn' }] }],
    ['for another option', { existing: address('b2') }],
    ['for the other side', { isBuyer: true }],
  ])('shows no button to close a position at the price of an offer %s', (_, change) => {
    expect(withRequest(change).join()).not.toMatch(/ now for /);
  });
});
