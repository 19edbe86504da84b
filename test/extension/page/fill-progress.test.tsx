import { describe, expect, it } from 'vitest';
import { FillProgress } from '../../../components/screens/trade/ticket/FillProgress.tsx';
import type { WalletSnapshot } from '../../../shared/messages/snapshot.ts';
import type { FillProof, FillView } from '../../../shared/messages/ticket.ts';
import { address } from '../../gallery/samples/snapshot.ts';
import { fillView } from '../../shared/orders/fill-view.ts';
import { inGerman } from '../helpers/languages.ts';
import { onPage } from '../helpers/on-page.tsx';
import { openPage, refusing } from '../helpers/open-page.tsx';
import { buttonNamesOf, factsOf, wordsOf } from '../helpers/read-markup.ts';

const ignore = () => undefined;
const page = (change: Partial<FillView>, snapshot: Partial<WalletSnapshot> = {}) =>
  onPage(<FillProgress id="one" onBack={ignore} onAgain={ignore} onPositions={ignore} />, {
    fills: [fillView(change)],
    ...snapshot,
  });
const words = (change: Partial<FillView>) => wordsOf(page(change));
const heading = (change: Partial<FillView>) =>
  wordsOf(/<h1.*?<\/h1>/s.exec(page(change))?.[0] ?? '');

const HASH = `0x${'f1'.repeat(32)}`;
const PROOF: FillProof = {
  option: address('0a'),
  block: '21000000',
  compared: ['contracts', 'premium', 'strikes', 'buyer'],
  differing: [],
  premium: '41600001',
  fee: '400000',
  referralFee: '0',
  collateral: '2500000000',
};

describe('the progress of a fill', () => {
  it.each<[FillView['stage'], string]>([
    ['checking', 'Your fill is in progress'],
    ['preparation asked', 'Waiting for you'],
    ['fill asked', 'Waiting for you'],
    ['fill sent', 'Your fill is in progress'],
    ['mined', 'Filled'],
    ['indexed', 'Filled'],
    ['not indexed', 'Filled'],
    ['unproved', 'Mined, not verified yet'],
    ['replaced', 'The maker changed the price'],
    ['failed', 'The order wasn’t filled'],
  ])('shows the heading of a fill at the stage “%s”', (stage, title) => {
    expect(heading({ stage })).toBe(title);
  });

  it('doesn’t say that a fill waits for the user while the fill’s transaction is being sent', () => {
    expect(heading({ stage: 'fill asked', isSending: true })).toBe('Your fill is in progress');
    expect(words({ stage: 'fill asked', isSending: true })).toContain('Sending…');
  });

  it('lets the user leave a failed fill even if that can’t be stored', async () => {
    let leaves = 0;
    const onBack = () => {
      leaves += 1;
    };
    const opened = await openPage(
      <FillProgress id="one" onBack={onBack} onAgain={ignore} onPositions={ignore} />,
      {
        snapshot: { fills: [fillView({ stage: 'failed', failure: { code: 'locked' } })] },
        answers: { 'fills.dismiss': refusing('notStored') },
      },
    );
    await opened.click('Back to orders');
    expect(opened.askedFor('fills.dismiss')).toEqual([{ id: 'one' }]);
    expect(leaves).toBe(1);
  });

  it('calls a fill filled while only its storage waits for the user', () => {
    const change = { stage: 'mined', interrupted: { code: 'notStored' } } as const;
    expect(heading(change)).toBe('Filled');
    expect(buttonNamesOf(page(change))).toContain('Continue');
  });

  it('says that a fill waits for the user, and offers to continue, while an error interrupts the fill', () => {
    const change = { stage: 'checking', interrupted: { code: 'unexpected' } } as const;
    expect(heading(change)).toBe('Waiting for you');
    expect(buttonNamesOf(page(change))).toContain('Continue');
    expect(buttonNamesOf(page({ stage: 'checking' }))).not.toContain('Continue');
  });

  it('shows the trade, and says that the user can leave the page', () => {
    expect(words({ stage: 'fill sent', hash: HASH })).toContain('Buy 1 × ETH put');
    expect(words({ stage: 'fill sent' })).toContain('You can leave this page.');
    expect(words({ stage: 'indexed' })).not.toContain('You can leave this page.');
  });

  it('links to the positions only once a block contains the fill', () => {
    expect(buttonNamesOf(page({ stage: 'mined' }))).toContain('View positions');
    expect(buttonNamesOf(page({ stage: 'fill sent' }))).not.toContain('View positions');
    expect(buttonNamesOf(page({ stage: 'failed' }))).not.toContain('View positions');
  });

  it('says that Condor no longer tracks a fill that isn’t in the list of fills', () => {
    expect(wordsOf(page({}, { fills: [] }))).toContain('Condor doesn’t track this fill anymore.');
  });
});

describe('a fill that failed', () => {
  const failed = (failure: FillView['failure'], more: Partial<FillView> = {}) => ({
    stage: 'failed' as const,
    ...(failure && { failure }),
    ...more,
  });

  it('says why a fill failed and that the order wasn’t filled, and offers three ways back', () => {
    const html = page(failed({ code: 'exhausted' }));
    expect(wordsOf(html)).toContain('budget for this order is used up. The order wasn’t filled.');
    expect(html).toContain('role="alert"');
    expect(buttonNamesOf(html)).toEqual(['Back', 'Back to the ticket', 'Back to orders']);
  });

  it('says that a failed mined fill cost only the network fee, and shows the fees so far', () => {
    const shown = words(failed({ code: 'exhausted' }, { hash: HASH, gasSpent: '21000000000000' }));
    expect(shown).toContain('The order wasn’t filled, and you paid only the network fee.');
    expect(shown).toContain('Network fees so far: 0.000021 ETH');
    expect(words(failed({ code: 'exhausted' }))).not.toContain('network fee');
  });

  it('reports a fill that the user rejected, but doesn’t show an alert', () => {
    const html = page(failed({ code: 'rejected' }));
    expect(wordsOf(html)).toContain('You rejected the fill. The order wasn’t filled.');
    expect(html).not.toContain('role="alert"');
  });

  it('shows the chain’s error message as a detail', () => {
    const reason = { kind: 'contract', text: 'Order expired' } as const;
    expect(words(failed({ code: 'other', reason }))).toMatch(/Details .*Order expired/);
  });
});

describe('a mined fill without a receipt', () => {
  it('warns against another fill while a mined fill’s receipt is missing, and offers another check', () => {
    const html = page({ stage: 'unproved', hash: HASH });
    expect(wordsOf(html)).toContain('Don’t fill the order again');
    expect(buttonNamesOf(html)).toContain('Check again');
    expect(buttonNamesOf(html)).not.toContain('Back to the ticket');
  });
});

describe('an order that a newer order replaced', () => {
  const newer = {
    digest: '0x2',
    price: '5000000000',
    quoteEnds: 2_000_000_000,
    isOtherMaker: false,
  };
  const replaced = (isOtherMaker: boolean): Partial<FillView> => ({
    ...{ stage: 'replaced', price: '4160000000', newer: { ...newer, isOtherMaker } },
  });

  it('shows the old and the new price of a replaced order, and asks the user to choose', () => {
    const html = page(replaced(false));
    expect(wordsOf(html)).toContain('the order wasn’t filled');
    expect(wordsOf(html)).toMatch(/Old price per contract.*41\.60.*New price per contract.*50\.00/);
    expect(wordsOf(html)).toContain('↑ higher');
    expect(buttonNamesOf(html)).toEqual(expect.arrayContaining(['Decline', 'Accept this price']));
  });

  it('says that a newer quote comes from another maker', () => {
    expect(words(replaced(true))).toContain('Another maker has an order');
    expect(words(replaced(false))).not.toContain('Another maker');
  });
});

describe('the receipt of a fill', () => {
  it('says that a fill’s receipt matches the signed facts, and rounds amounts against the user', () => {
    const html = page({ stage: 'indexed', hash: HASH, proof: PROOF });
    expect(wordsOf(html)).toContain('Filled as signed');
    expect(wordsOf(html)).toContain('The receipt matches what you signed in all 4 facts.');
    expect(factsOf(html)).toEqual([
      ['You paid', '41.61 USDC'],
      ['Fee, included in the premium', '0.40 USDC'],
      ['Your option contract', '0x0a0a…0a0a'],
    ]);
    expect(html).toContain('data-exact="41.600001 USDC"');
    expect(wordsOf(html)).toContain('= Contracts = Premium = Strikes = Buyer');
    expect(wordsOf(html)).toContain('Included in block 21000000');
  });

  it('shows a seller the premium after the fee, and the locked collateral', () => {
    expect(factsOf(page({ stage: 'indexed', side: 'sell', proof: PROOF })).slice(0, 3)).toEqual([
      ['You received', '41.20 USDC'],
      ['Fee, included in the premium', '0.40 USDC'],
      ['Collateral locked', '2,500.00 USDC'],
    ]);
  });

  it('names every fact in which a receipt differs from the signed order', () => {
    const html = page({ stage: 'indexed', proof: { ...PROOF, differing: ['premium', 'buyer'] } });
    expect(wordsOf(html)).toContain('Not filled as signed');
    expect(wordsOf(html)).toContain('differs from what you signed in: Premium, Buyer.');
    expect(wordsOf(html)).toContain('= Contracts ≠ Premium = Strikes ≠ Buyer');
    expect(wordsOf(html)).not.toContain('Filled as signed The receipt matches');
    expect(html).toContain('<details open="">');
  });

  it('names in German the fact in which a receipt differs from the signed order', () => {
    const proof = { ...PROOF, differing: ['premium' as const] };
    const german = wordsOf(inGerman(() => page({ stage: 'indexed', proof })));
    expect(german).toContain('≠ Prämie');
    expect(german).not.toContain('Not filled');
  });
});

describe('an allowance that remains after a fill', () => {
  const left = [{ of: 'book', amount: '42000000' }] as const;
  const failed = { stage: 'failed', failure: { code: 'exhausted' } } as const;

  it('shows exactly how much of an allowance can still be taken, with a button to revoke the allowance', () => {
    const html = page({ ...failed, left: [{ of: 'book', amount: '42000001' }] });
    expect(wordsOf(html)).toContain('The order book can still take 42.000001 USDC of your tokens.');
    expect(buttonNamesOf(html)).toContain('Revoke allowance');
  });

  it('warns of an allowance whose amount is unknown', () => {
    expect(words({ ...failed, left: [{ of: 'book' }] })).toContain(
      'The amount you allowed can still be taken.',
    );
  });

  it('names the pool and the pool’s asset when the pool’s allowance remains after a fill', () => {
    const token = { symbol: 'aBasUSDC', decimals: 6 };
    expect(words({ ...failed, token, left: [{ of: 'pool', amount: '5000000' }] })).toContain(
      'The Aave pool can still take 5 USDC of your tokens.',
    );
  });

  it.each([
    ['asked', 'Confirm the revocation in the approval window.'],
    ['sent', 'Revocation sent. This takes a few seconds.'],
  ] as const)(
    'shows no button for a second revocation while a first revocation is in progress (%s)',
    (revocation, text) => {
      const html = page({ ...failed, left: [...left], revocation });
      expect(wordsOf(html)).toContain(text);
      expect(buttonNamesOf(html)).not.toContain('Revoke allowance');
    },
  );

  it('offers to revoke an allowance again after a failed revocation', () => {
    const html = page({ ...failed, left: [...left], revocation: 'failed' });
    expect(wordsOf(html)).toContain('The allowance wasn’t revoked. Try again.');
    expect(buttonNamesOf(html)).toContain('Revoke allowance');
  });

  it('reports a completed revocation, and mentions no allowance when no allowance remains', () => {
    expect(words({ ...failed, revocation: 'done' })).toContain('The allowance is revoked.');
    expect(words(failed)).not.toContain('allowance');
  });

  it('shows an allowance for dust without a button to revoke it', () => {
    const html = page({ ...failed, dust: [{ of: 'book', amount: '2' }] });
    expect(wordsOf(html)).toContain('0.000002 USDC stays allowed');
    expect(buttonNamesOf(html)).not.toContain('Revoke allowance');
  });
});

describe('money that was converted for a fill that failed', () => {
  const converted = (kind: 'supply' | 'withdraw' | 'wrap'): Partial<FillView> => ({
    stage: 'failed',
    account: '0x2',
    token: { symbol: kind === 'wrap' ? 'WETH' : 'aBasUSDC', decimals: kind === 'wrap' ? 18 : 6 },
    failure: { code: 'exhausted' },
    converted: { kind, amount: '2000000000' },
  });

  it('says that the converted money is the user’s own, and offers to convert it back', () => {
    const html = page(converted('supply'));
    expect(wordsOf(html)).toContain('2,000 USDC (lent out through Aave). It’s still yours.');
    expect(buttonNamesOf(html)).toContain('Back to USDC');
  });

  it('offers to convert wrapped ether back to ether', () => {
    expect(buttonNamesOf(page(converted('wrap')))).toContain('Back to ETH');
  });

  it('offers no conversion for an asset that came out of the pool', () => {
    expect(buttonNamesOf(page(converted('withdraw')))).not.toContain('Back to USDC');
  });

  it('mentions converted money only once the fill has stopped', () => {
    const { failure: _failure, ...running } = converted('supply');
    expect(words({ ...running, stage: 'fill sent' })).not.toContain('It’s still yours.');
  });
});
