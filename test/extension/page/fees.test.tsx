import { describe, expect, it } from 'vitest';
import { Fees } from '../../../components/approvals/Fees.tsx';
import type { FeePreset } from '../../../shared/approvals/types.ts';
import type { FeeOption, TransactionView } from '../../../shared/messages/approval-view.ts';
import { TRANSACTIONS } from '../../gallery/samples/approvals.ts';
import { inGerman } from '../helpers/languages.ts';
import { onPage } from '../helpers/on-page.tsx';
import { factsOf, wordsOf } from '../helpers/read-markup.ts';

const { fill: FILL = expect.unreachable(), 'fill-in-one-batch': BATCH = expect.unreachable() } =
  TRANSACTIONS;
const ignore = () => undefined;

interface Given {
  view?: TransactionView;
  fees?: readonly FeeOption[];
  preset?: FeePreset;
  nonce?: number;
}
const shown = ({ view = FILL, fees = view.fees, preset = 'normal', nonce }: Given = {}) =>
  onPage(
    <Fees
      view={view}
      fees={fees}
      preset={preset}
      onPreset={ignore}
      nonce={nonce}
      onNonce={ignore}
    />,
  );
const without = ({ coinPrice: _price, ...fee }: FeeOption): FeeOption => fee;
const withDataFee = (fee: FeeOption): FeeOption => ({
  ...fee,
  choice: { ...fee.choice, dataFee: '0x38d7ea4c68000' },
});
const options = (html: string) =>
  [...html.matchAll(/<label class="min-w-0.*?<\/label>/gs)].map(([label]) => [
    wordsOf(label),
    label.includes('checked=""'),
  ]);

describe('the fees of a transaction', () => {
  it('shows each fee preset with its maximum in dollars, rounded up, and marks the chosen one', () => {
    expect(options(shown())).toEqual([
      ['Slow $0.03', false],
      ['Normal $0.04', true],
      ['Fast $0.06', false],
    ]);
    expect(options(shown({ preset: 'fast' })).map(([, isChosen]) => isChosen)).toEqual([
      ...[false, false, true],
    ]);
  });

  it('shows a fee in the network’s coin when the coin’s price is unknown', () => {
    expect(options(shown({ fees: FILL.fees.map(without) }))[1]?.[0]).toBe('Normal 0.000012 ETH');
  });

  it('marks a fee that the site suggests', () => {
    const [, normal = expect.unreachable()] = FILL.fees;
    const fees = [...FILL.fees, { ...normal, preset: 'site' as const }];
    expect(options(shown({ fees })).at(-1)?.[0]).toBe('Suggested by the site $0.04');
  });

  it('says that nothing can be confirmed until the fee is estimated', () => {
    const html = shown({ fees: [] });
    expect(wordsOf(html)).toBe(
      'Condor couldn’t estimate the network fee, so you can’t confirm this. Check your connection or your node, then try again.',
    );
    expect(html).not.toContain('<input');
  });

  it('labels the maximum fee of several steps as the fee for all steps', () => {
    expect(wordsOf(shown())).toMatch(/^Max network fee Slow/);
    expect(wordsOf(shown({ view: BATCH }))).toMatch(/^Max network fee for all steps Slow/);
  });

  it('formats fees in German', () => {
    const german = inGerman(() => shown());
    expect(options(german)[1]?.[0]).toContain('0,04');
    expect(wordsOf(german)).not.toContain('Max network fee');
  });
});

describe('the details of a fee', () => {
  it('shows the nonce without a choice when the transaction replaces a lost transaction', () => {
    expect(shown()).toContain('inputMode="numeric"');
    const html = shown({ view: { ...FILL, nonce: 5, isNonceFixed: true } });
    expect(factsOf(html)).toContainEqual(['Nonce', '5']);
    expect(html).not.toContain('inputMode="numeric"');
  });

  it('shows the maximum fee, the gas limit and the gas prices exactly', () => {
    expect(factsOf(shown())).toEqual([
      ['Max fee', '0.000012 ETH'],
      ['Gas limit', '200,000'],
      ['Max fee per gas', '0.000000004 gwei'],
      ['Priority fee per gas', '0.000000001 gwei'],
    ]);
  });

  it('shows the gas limits of several steps as a sum', () => {
    const fees = FILL.fees.map((fee) => ({
      ...fee,
      choice: { ...fee.choice, gas: ['0x5208', '0x30d40'] },
    }));
    expect(factsOf(shown({ fees }))).toContainEqual(['Gas limit', '21,000 + 200,000']);
  });

  it('shows a rollup’s data fee, and says that a signature cannot limit it', () => {
    const html = shown({ fees: FILL.fees.map(withDataFee) });
    expect(factsOf(html)).toContainEqual(['Max data fee', '0.001 ETH']);
    expect(wordsOf(html)).toContain('a signature can’t limit it');
    expect(wordsOf(shown())).not.toContain('data fee');
  });
});

describe('the nonce of a transaction', () => {
  it('suggests the next nonce in a field in which the user can type a different nonce', () => {
    expect(shown()).toMatch(/<input[^>]*placeholder="7"/);
  });

  it('says how many other transactions the user must send first when the nonce is higher', () => {
    expect(wordsOf(shown({ nonce: 8 }))).toContain(
      'This transaction waits until you send another one before it.',
    );
    expect(wordsOf(shown({ nonce: 10 }))).toContain('waits until you send 3 others before it.');
    expect(wordsOf(shown({ nonce: 7 }))).not.toContain('waits');
  });

  it('says that a transaction with the chosen nonce already exists', () => {
    expect(wordsOf(shown({ nonce: 6 }))).toContain('A transaction with this nonce exists already');
  });

  it.each<[string, TransactionView]>([
    ['several steps', BATCH],
    ['a replacement', { ...FILL, replaced: { what: { kind: 'payout' }, isCancelled: true } }],
  ])('doesn’t let the user choose a nonce for %s', (_, view) => {
    expect(shown({ view })).not.toContain('placeholder');
  });
});
