import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { BuilderLegs } from '../../../components/screens/desk/BuilderLegs.tsx';
import { QuoteCell } from '../../../components/screens/desk/QuoteCell.tsx';
import { TicketSize } from '../../../components/screens/desk/TicketSize.tsx';
import type { LiveLeg } from '../../../shared/desk/build.ts';
import type { DeskChoices } from '../../../shared/messages/desk-choices.ts';
import { deskRow } from '../../shared/desk/desk-rows.ts';
import { openPage, refusing } from '../helpers/open-page.tsx';

const PUT = deskRow('PUT', [2800], { usd: 42 });
const SPREAD = deskRow('CALL_SPREAD', [3000, 3200], { usd: 60, side: 'sell' });
const leg = (row = PUT, change: Partial<LiveLeg> = {}): LiveLeg => ({
  ...{ row, millionths: 1_000_000n, isLive: true },
  ...change,
});

/** Keeps the legs as the page of the builder does. */
function Kept(props: { first: readonly LiveLeg[]; onKept: (legs: readonly LiveLeg[]) => void }) {
  const [legs, setLegs] = useState(props.first);
  return (
    <BuilderLegs
      legs={legs}
      onLegs={(next) => {
        const kept = next.map((one) => ({ isLive: true, ...one }));
        setLegs(kept);
        props.onKept(kept);
      }}
    />
  );
}

describe('the legs of a trade', () => {
  async function legs(first: readonly LiveLeg[]) {
    let now = first;
    const page = await openPage(
      <Kept
        first={first}
        onKept={(next) => {
          now = next;
        }}
      />,
    );
    return { page, sizes: () => now.map(({ millionths }) => millionths) };
  }
  const SIZE = 'Contracts';

  it('names the asset once for two legs, and shows the price and the maximum size of a leg', async () => {
    const { page } = await legs([leg(), leg(SPREAD)]);
    expect(page.words().match(/Legs on ETH/g)).toHaveLength(1);
    expect(page.words()).toContain('$42.00 per contract');
    expect(page.words()).toContain('Up to 5');
  });

  it('accepts a typed size of up to six decimals', async () => {
    const { page, sizes } = await legs([leg()]);
    await page.type(SIZE, '2.500001');
    expect(sizes()).toEqual([2_500_001n]);
    expect(page.valueOf(SIZE)).toBe('2.500001');
  });

  it.each([
    ['0', 0n],
    ['x', 0n],
    ['', 0n],
  ])(
    'marks the size as invalid, and uses a size of zero, while “%s” is typed',
    async (typed, size) => {
      const { page, sizes } = await legs([leg()]);
      await page.type(SIZE, typed);
      expect(sizes()).toEqual([size]);
      expect(page.html()).toContain('aria-invalid="true"');
    },
  );

  it('shows how many contracts the maker has left when the typed size is larger', async () => {
    const { page } = await legs([leg()]);
    await page.type(SIZE, '5');
    expect(page.html()).toContain('aria-invalid="false"');
    await page.type(SIZE, '5.1');
    expect(page.words()).toContain('The maker has 5');
    expect(page.html()).toContain('aria-invalid="true"');
  });

  it('removes the leg whose Remove button the user presses', async () => {
    const { page, sizes } = await legs([leg(), leg(SPREAD, { millionths: 3_000_000n })]);
    const name = page.html().match(/aria-label="(Remove[^"]*2,800[^"]*)"/)?.[1] ?? '';
    await page.click(name);
    expect(sizes()).toEqual([3_000_000n]);
    expect(page.words()).not.toContain('$42.00 per contract');
  });

  it('says that no maker offers the leg any more once the leg’s quote has ended', async () => {
    expect((await legs([leg()])).page.words()).not.toContain('No maker offers this any more.');
    const { page } = await legs([leg(PUT, { isLive: false })]);
    expect(page.words()).toContain('No maker offers this any more.');
  });
});

describe('a price in the chain', () => {
  type Props = Parameters<typeof QuoteCell>[0];
  async function cell(props: Partial<Props> = {}) {
    const picked: string[] = [];
    const page = await openPage(
      <QuoteCell
        quotes={[PUT]}
        row={0}
        column={0}
        isStop
        canPay={() => true}
        isLive
        picked={[]}
        onPick={({ digest }) => picked.push(digest)}
        {...props}
      />,
    );
    return { page, picked };
  }
  const titleOf = (html: string) => /title="([^"]*)"/.exec(html)?.[1] ?? '';

  it('shows a dash in the chain where there is no quote', async () => {
    expect((await cell({ quotes: [] })).page.words()).toBe('—');
  });

  it('says what a click on a price buys or sells, and how many contracts are left', async () => {
    expect(titleOf((await cell()).page.html())).toMatch(/^Buy Put 2,800 .*\$42/);
    const sold = await cell({ quotes: [{ ...PUT, side: 'sell' }] });
    expect(titleOf(sold.page.html())).toMatch(/^Sell Put 2,800 .*\$42/);
    expect(titleOf(sold.page.html())).toContain('5 contracts');
  });

  it('states the number of quotes among which a price is the best, unless there is only one quote', async () => {
    const { page } = await cell({ quotes: [PUT, { ...PUT, digest: 'b' }] });
    expect(titleOf(page.html())).toContain('best of 2');
    expect(titleOf((await cell()).page.html())).not.toContain('best of');
  });

  it('chooses the first quote in a cell’s list after a click on the price', async () => {
    const { page, picked } = await cell({ quotes: [PUT, { ...PUT, digest: 'b' }] });
    await page.click(page.words());
    expect(picked).toEqual([PUT.digest]);
  });

  it('disables a price while its quote may have ended', async () => {
    const { page, picked } = await cell({ isLive: false });
    await page.click(page.words());
    expect(picked).toEqual([]);
    expect(page.html()).toContain('aria-disabled="true"');
  });

  it('names the token that the account lacks for a price, and keeps the price clickable', async () => {
    const { page, picked } = await cell({ canPay: () => false });
    expect(titleOf(page.html())).toContain('USDC');
    expect(page.html()).toContain('data-short="true"');
    await page.click(page.words());
    expect(picked).toHaveLength(1);
  });

  it('marks the quote whose ticket is open', async () => {
    const terms = /data-terms="([^"]*)"/.exec((await cell()).page.html())?.[1] ?? '';
    expect((await cell({ picked: [terms] })).page.html()).toContain('aria-current="true"');
  });
});

describe('the default size of tickets', () => {
  async function size(choices: DeskChoices = {}, fails = false) {
    const page = await openPage(<TicketSize />, {
      snapshot: { deskChoices: choices },
      answers: { 'desk.save': fails ? refusing('interrupted') : null },
    });
    const [summary = ''] = page.words().split('  ');
    await page.unfold(summary);
    return page;
  }

  it('opens tickets with one contract by default, and disables Save until the user changes the size', async () => {
    const page = await size();
    expect(page.valueOf('Tickets open with')).toBe('one');
    expect(page.isDisabled('Save')).toBe(true);
  });

  it.each([
    ['contracts', 'Contracts', '2.5', { by: 'contracts', millionths: '2500000' }],
    ['premium', 'Dollars', '100', { by: 'premium', cents: '10000' }],
    ['loss', 'Dollars', '99.99', { by: 'loss', cents: '9999' }],
    ['share', 'Per cent of the balances', '5', { by: 'share', bps: 500 }],
  ])('saves a default size of the kind %s', async (kind, label, typed, saved) => {
    const page = await size();
    await page.choose('Tickets open with', kind);
    await page.type(label, typed);
    await page.click('Save');
    expect(page.askedFor('desk.save')).toEqual([{ choices: { size: saved } }]);
  });

  it.each([
    ['contracts', 'Contracts', '0', 'Enter a number above 0.'],
    ['premium', 'Dollars', 'x', 'This isn’t a valid number.'],
    ['share', 'Per cent of the balances', '101', 'Enter a percentage above 0 and up to 100.'],
  ])(
    'doesn’t save a default size with an invalid value for %s',
    async (kind, label, typed, problem) => {
      const page = await size();
      await page.choose('Tickets open with', kind);
      await page.type(label, typed);
      expect(page.words()).toContain(problem);
      expect(page.isDisabled('Save')).toBe(true);
    },
  );

  it('resets the default size to one contract', async () => {
    const page = await size({ size: { by: 'premium', cents: '10000' } });
    expect(page.valueOf('Dollars')).toBe('100');
    expect(page.isDisabled('Save')).toBe(true);
    await page.choose('Tickets open with', 'one');
    await page.click('Save');
    expect(page.askedFor('desk.save')).toEqual([{ choices: {} }]);
  });

  it('reports that the default size was saved, or shows an alert when saving failed', async () => {
    const page = await size();
    await page.choose('Tickets open with', 'contracts');
    await page.type('Contracts', '2');
    await page.click('Save');
    await page.change({ deskChoices: { size: { by: 'contracts', millionths: '2000000' } } });
    expect(page.words()).toContain('Saved');
    const failing = await size({}, true);
    await failing.choose('Tickets open with', 'contracts');
    await failing.type('Contracts', '2');
    await failing.click('Save');
    expect(failing.html()).toContain('role="alert"');
  });
});
