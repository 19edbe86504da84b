import { useState } from 'react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { WalletFailure } from '../../../components/hooks/wallet-connection.ts';
import { Desk } from '../../../components/screens/desk/Desk.tsx';
import { type DeskPageName, useDeskView } from '../../../components/screens/desk/use-desk-view.ts';
import type { LegReview } from '../../../components/screens/desk/use-leg-fills.ts';
import { describeFailure } from '../../../components/texts/describe-failure.ts';
import { combine, type Pick as Picked } from '../../../shared/desk/combine.ts';
import { termsKey } from '../../../shared/desk/one-row-per-terms.ts';
import type { LegView, ProcedureView } from '../../../shared/messages/procedures.ts';
import type { Answers } from '../../gallery/sample-wallet.ts';
import { ORDERS } from '../../gallery/samples/market.ts';
import { FILLS } from '../../gallery/samples/positions.ts';
import { PROCEDURES } from '../../gallery/samples/procedures.ts';
import { ACCOUNT } from '../../gallery/samples/snapshot.ts';
import { openPage } from '../helpers/open-page.tsx';

const [LEGS = expect.unreachable()] = PROCEDURES;
const PUTS = ORDERS.rows.filter(({ asset, product }) => asset === 'ETH' && product === 'PUT');

const trade = (
  id: string,
  states: LegView['state'][],
  change: Pick<Partial<ProcedureView>, 'state' | 'why'> = {},
) => {
  const { facts } = LEGS;
  if (facts.kind !== 'legs') return expect.unreachable();
  const legs = facts.legs.map((leg, index) => ({ ...leg, state: states[index] ?? 'ahead' }));
  return { ...LEGS, id, facts: { kind: 'legs' as const, legs }, ...change };
};

const rowOf = (terms: LegView['terms']) =>
  ORDERS.rows.find((row) => termsKey(row) === termsKey(terms)) ?? expect.unreachable();

/** Returns a review of one quote, as the builder creates it. */
function reviewOf(row = PUTS[0] ?? expect.unreachable()): LegReview {
  const combination = combine([{ row, millionths: 1_000_000n }], ORDERS.rows, {
    price: 2_500,
    source: 'chain',
  });
  if (combination === undefined) return expect.unreachable();
  return { legs: combination.fills, combination, owner: ACCOUNT };
}

/** Shows the desk with its builder and the picked quotes. A review can be open. */
function BuilderAt(props: { rows?: typeof PUTS; review?: LegReview }) {
  const [page, setPage] = useState<DeskPageName>('builder');
  const [legs, setLegs] = useState<readonly Picked[]>(
    (props.rows ?? []).map((row) => ({ row, millionths: 1_000_000n })),
  );
  const [review, setReview] = useState(props.review);
  const view = { ...useDeskView(), page, setPage, legs, setLegs, review, setReview };
  return <Desk view={view} />;
}

function open(
  procedures: ProcedureView[],
  props: Parameters<typeof BuilderAt>[0] = {},
  answers: Answers = {},
) {
  vi.stubGlobal('location', { hash: '' });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('innerWidth', 1_280);
  vi.stubGlobal('innerHeight', 800);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return openPage(<BuilderAt {...props} />, {
    snapshot: { procedures, fills: [], selected: ACCOUNT },
    answers: {
      'procedures.stop': null,
      'procedures.goOn': null,
      'legs.begin': { id: 'new' },
      ...answers,
    },
  });
}
const REVIEW = 'Review 1 fill';
const LINE = 'Your trade: 1 of 2 legs filled, then stopped';
const REASON = 'No maker offers this any more.';
const STOPPED = trade('a', ['done', 'failed']);

describe('stopped legs on the desk', () => {
  it('hides stopped legs on “Back”, and shows a link to them', async () => {
    const page = await open([STOPPED]);
    expect(page.words()).toContain(REASON);
    expect(page.words()).not.toContain(LINE);
    await page.click('Back');
    expect(page.askedFor('procedures.stop')).toEqual([]);
    expect(page.words()).not.toContain(REASON);
    await page.click(LINE);
    expect(page.words()).toContain(REASON);
    await page.click('Continue');
    expect(page.askedFor('procedures.goOn')).toEqual([{ id: 'a' }]);
  });

  it('shows a new review while stopped legs are hidden, and keeps the stopped legs hidden once the review’s fills begin', async () => {
    const page = await open([STOPPED], { rows: PUTS.slice(0, 1) });
    await page.click('Back');
    await page.click(REVIEW);
    expect(page.words()).toContain(LINE);
    await page.click('Start with the first fill');
    expect(page.askedFor('legs.begin')).toHaveLength(1);
    expect(page.askedFor('procedures.goOn')).toEqual([]);
    const begun = trade('new', ['running', 'ahead'], { state: 'underWay' });
    await page.change({ procedures: [begun, STOPPED] });
    expect(page.words()).not.toContain('Start with the first fill');
    expect(page.words()).not.toContain(REASON);
    expect(page.words()).toContain(LINE);
  });

  it('opens the stopped legs whose link is pressed, and keeps a link to the other stopped legs', async () => {
    const other = trade('b', ['failed'], { why: 'rejected' });
    const page = await open([STOPPED, other]);
    await page.click('Back');
    await page.click('Your trade: 0 of 2 legs filled, then stopped');
    expect(page.words()).toContain('You rejected the next step.');
    expect(page.words()).toContain(LINE);
    await page.click('Stop here');
    expect(page.askedFor('procedures.stop')).toEqual([{ id: 'b' }]);
  });

  it('removes filled legs from the builder, and keeps the legs that weren’t filled', async () => {
    const rows = STOPPED.facts.legs.map(({ terms }) => rowOf(terms));
    const page = await open([], { rows, review: reviewOf(rows[0]) });
    await page.change({ procedures: [STOPPED] });
    await page.click('Back');
    expect(page.html().match(/data-leg/g)).toHaveLength(1);
  });

  it('removes a leg from the builder when it is filled after the user left the page of its stopped trade', async () => {
    const rows = STOPPED.facts.legs.map(({ terms }) => rowOf(terms));
    const stopped = trade('a', ['done', 'ahead'], { why: 'stopped' });
    const page = await open([], { rows, review: reviewOf(rows[0]) });
    await page.change({ procedures: [stopped] });
    await page.click('Back');
    expect(page.html().match(/data-leg/g)).toHaveLength(1);
    // A locked wallet shows no trades.
    await page.change({ procedures: [] });
    expect(page.html().match(/data-leg/g)).toHaveLength(1);
    await page.change({ procedures: [trade('a', ['done', 'done'], { state: 'done' })] });
    expect(page.html()).not.toContain('data-leg');
  });

  it('removes the leg of a stopped trade from the builder while the leg is still being filled', async () => {
    const rows = STOPPED.facts.legs.map(({ terms }) => rowOf(terms));
    const page = await open([], { rows, review: reviewOf(rows[0]) });
    await page.change({ procedures: [trade('a', ['done', 'running'], { state: 'underWay' })] });
    await page.change({ procedures: [trade('a', ['done', 'running'], { why: 'stopped' })] });
    // The user dismisses the stopped trade.
    await page.change({ procedures: [] });
    expect(page.html()).not.toContain('data-leg');
  });

  it('removes a leg again that the user picked after a reorganization, once its first fill is back', async () => {
    const [row = expect.unreachable()] = STOPPED.facts.legs.map(({ terms }) => rowOf(terms));
    const filled = trade('a', ['done', 'ahead'], { why: 'stopped' });
    const page = await open([filled], { rows: [row] });
    await page.click('Back');
    await page.change({ procedures: [trade('a', ['failed', 'ahead'], { why: 'fillGone' })] });
    expect(page.html().match(/data-leg/g)).toHaveLength(1);
    await page.change({ procedures: [filled] });
    expect(page.html()).not.toContain('data-leg');
  });

  it('keeps a leg that the user has picked again after it was filled', async () => {
    const [row = expect.unreachable()] = STOPPED.facts.legs.map(({ terms }) => rowOf(terms));
    const page = await open([STOPPED], { rows: [row] });
    await page.click('Back');
    await page.change({ procedures: [{ ...STOPPED, why: 'stopped' }] });
    expect(page.html().match(/data-leg/g)).toHaveLength(1);
  });

  it('keeps a stopped trade on the page when another page begins a trade, and links to the other trade', async () => {
    const page = await open([STOPPED]);
    const other = trade('b', ['running', 'ahead'], { state: 'underWay' });
    await page.change({ procedures: [other, STOPPED] });
    expect(page.words()).toContain(REASON);
    await page.click('Your trade: 0 of 2 legs filled');
    expect(page.words()).not.toContain(REASON);
  });

  it('says that the leg of a stopped trade is still under way, and offers no second stop', async () => {
    const { facts, ...rest } = trade('a', ['running', 'ahead'], { why: 'stopped' });
    const { asked = expect.unreachable() } = FILLS;
    const legs = facts.legs.map((leg, at) => (at === 0 ? { ...leg, fill: asked.id } : leg));
    const page = await open([{ ...rest, facts: { ...facts, legs } }]);
    await page.change({ fills: [asked] });
    expect(page.words()).toContain('The leg under way isn’t stopped.');
    expect(page.html()).not.toContain('Stop here');
    await page.change({ fills: [{ ...asked, stage: 'fill sent' }] });
    expect(page.words()).toContain('The leg under way was sent and can still be filled.');
  });

  it('names the fill that stopped a trade only while that fill is under way', async () => {
    const { asked = expect.unreachable() } = FILLS;
    const failure = { code: 'fillRunning', details: { holder: asked.id } } as const;
    const stopped = { ...trade('a', ['failed', 'ahead'], { why: 'failed' }), failure };
    const page = await open([stopped]);
    await page.change({ fills: [asked] });
    expect(page.words()).toContain(describeFailure(failure));
    expect(page.words()).toContain('has to end first');
    await page.change({ fills: [] });
    expect(page.words()).not.toContain(describeFailure(failure));
    expect(page.words()).not.toContain('has to end first');
    expect(page.words()).toContain('The transactions that had to end first have ended.');
  });

  it('says that the chain took back a leg while a later leg waits for a confirmation, and shows the later leg', async () => {
    const { asked = expect.unreachable(), failed = expect.unreachable() } = FILLS;
    const { facts, ...rest } = trade('a', ['failed', 'running'], { state: 'underWay' });
    const ids = ['first', asked.id];
    const legs = facts.legs.map((leg, at) => ({ ...leg, fill: ids[at] ?? '' }));
    const page = await open([{ ...rest, facts: { ...facts, legs } }]);
    await page.change({
      fills: [asked, { ...failed, id: 'first', failure: { code: 'takenBack' } }],
    });
    expect(page.words()).toContain('The chain took back the block with your fill');
    expect(page.html()).toContain(`data-fill="${asked.id}"`);
    expect(page.html()).not.toContain('Continue');
  });

  it('shows the leg that the user rejected after a later leg was filled, and offers to continue', async () => {
    const { indexed = expect.unreachable(), failed = expect.unreachable() } = FILLS;
    const { facts, ...rest } = trade('a', ['failed', 'done'], { why: 'failed' });
    const ids = ['first', indexed.id];
    const legs = facts.legs.map((leg, at) => ({ ...leg, fill: ids[at] ?? '' }));
    const page = await open([{ ...rest, facts: { ...facts, legs } }]);
    await page.change({
      fills: [indexed, { ...failed, id: 'first', failure: { code: 'rejected' } }],
    });
    expect(page.html()).toContain('data-fill="first"');
    await page.click('Continue');
    expect(page.askedFor('procedures.goOn')).toEqual([{ id: 'a' }]);
  });

  it('hides a refusal because of a running trade once that trade is shown or has ended', async () => {
    const failure = { code: 'legsRunning', details: { holder: 'b' } } as const;
    const refusal = describeFailure(failure);
    const page = await open(
      [],
      { review: reviewOf() },
      {
        'legs.begin': () => {
          throw new WalletFailure(failure);
        },
      },
    );
    await page.click('Start with the first fill');
    expect(page.words()).toContain(refusal);
    await page.change({ procedures: [trade('b', ['running', 'ahead'], { state: 'underWay' })] });
    expect(page.words()).not.toContain(refusal);
    await page.change({ procedures: [trade('b', ['done', 'done'], { state: 'done' })] });
    expect(page.words()).not.toContain(refusal);
  });

  it.each([
    ['the fill of a leg didn’t begin', [], 'worsePrice'],
    ['Condor couldn’t look for a leg’s lost fill', [FILLS.failed], 'fillRunning'],
  ] as const)('says why %s, and offers to continue', async (_, fills, code) => {
    const { facts, ...rest } = trade('a', ['failed', 'ahead'], { why: 'failed' });
    const fill = FILLS.failed?.id ?? expect.unreachable();
    const legs = facts.legs.map((leg, at) => (at === 0 ? { ...leg, fill } : leg));
    const failure = { code };
    const page = await open([{ ...rest, facts: { ...facts, legs }, failure }]);
    await page.change({ fills: fills.flatMap((one) => one ?? []) });
    expect(page.words()).not.toContain('doesn’t track this fill');
    expect(page.words()).toContain(describeFailure(failure));
    await page.click('Continue');
    expect(page.askedFor('procedures.goOn')).toEqual([{ id: 'a' }]);
  });

  it('hides completely filled legs for good on “Back”', async () => {
    const page = await open([trade('a', ['done', 'done'], { state: 'done' })]);
    await page.click('Back');
    expect(page.askedFor('procedures.stop')).toEqual([{ id: 'a' }]);
  });
});
