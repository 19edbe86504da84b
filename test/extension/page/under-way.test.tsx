import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { PausedStrip } from '../../../components/screens/wallet/activity/PausedStrip.tsx';
import { UnderWay } from '../../../components/screens/wallet/activity/UnderWay.tsx';
import { describeFailure } from '../../../components/texts/describe-failure.ts';
import type { ProcedureView } from '../../../shared/messages/procedures.ts';
import type { WalletSnapshot } from '../../../shared/messages/snapshot.ts';
import { FILLS } from '../../gallery/samples/positions.ts';
import { PROCEDURES } from '../../gallery/samples/procedures.ts';
import { snapshotWith } from '../../gallery/samples/snapshot.ts';
import { inGerman } from '../helpers/languages.ts';
import { onPage } from '../helpers/on-page.tsx';
import { openPage, refusing } from '../helpers/open-page.tsx';
import { buttonNamesOf, wordsOf } from '../helpers/read-markup.ts';

const [
  LEGS = expect.unreachable(),
  BACK = expect.unreachable(),
  REVOCATIONS = expect.unreachable(),
] = PROCEDURES;
const shown = (...procedures: typeof PROCEDURES) =>
  onPage(<UnderWay />, snapshotWith({ procedures, fills: [] }));

const choicesIn = (html: string) =>
  buttonNamesOf(html).filter((name) => /Continue|Stop/.test(name));

it('the line about stopped procedures names only the procedure that stopped between two steps', () => {
  const strip = (...procedures: typeof PROCEDURES) =>
    wordsOf(onPage(<PausedStrip onOpen={() => undefined} />, snapshotWith({ procedures })));
  expect(strip(BACK, LEGS)).toBe('Trade in 2 legs on ETH · stopped between two steps');
  expect(strip(BACK)).toBe('');
});

describe('the list of running procedures', () => {
  it('shows nothing while no procedure is running', () => {
    expect(shown()).toBe('');
  });

  it('shows why legs stopped and what remains, and offers to continue', () => {
    const html = shown(LEGS);
    expect(wordsOf(html)).toContain('No maker offers the next leg any more.');
    expect(wordsOf(html)).toContain('You keep the legs that are filled');
    expect(buttonNamesOf(html)).toEqual(['Continue', 'Stop here']);
    expect(html.match(/data-step="[a-z]+"/g)).toEqual(['data-step="done"', 'data-step="failed"']);
  });

  it('shows the worker’s failure instead of a general reason for the stop', () => {
    const html = shown({ ...LEGS, why: 'failed', failure: { code: 'fillRunning' } });
    expect(wordsOf(html)).not.toContain('can’t be made now');
    expect(wordsOf(html)).toContain('still needs these tokens');
  });

  it('lists a trade whose legs aren’t filled yet, and offers to continue or to stop', () => {
    const { facts } = LEGS;
    if (facts.kind !== 'legs') return expect.unreachable();
    const legs = facts.legs.map((leg) => ({ ...leg, state: 'failed' as const }));
    const unfilled: ProcedureView = { ...LEGS, facts: { kind: 'legs', legs } };
    expect(buttonNamesOf(shown(unfilled))).toEqual(['Continue', 'Stop here']);
    expect(wordsOf(shown({ ...unfilled, why: 'fillGone' }))).toContain(
      'The record of the last leg is gone.',
    );
    expect(shown({ ...LEGS, state: 'done' })).toBe('');
  });

  it('says why the fill of the last leg failed', () => {
    const { failed } = FILLS;
    const { facts } = LEGS;
    if (failed === undefined || facts.kind !== 'legs') return expect.unreachable();
    const legs = facts.legs.map((leg) => ({ ...leg, fill: failed.id, state: 'failed' as const }));
    const rejected = { ...failed, failure: { code: 'rejected' as const } };
    const procedures: ProcedureView[] = [{ ...LEGS, why: 'failed', facts: { kind: 'legs', legs } }];
    const html = onPage(<UnderWay />, snapshotWith({ procedures, fills: [rejected] }));
    expect(wordsOf(html)).toContain('You rejected');
    expect(wordsOf(html)).not.toContain('can’t be made now');
  });

  it('says that a fill of a leg differs from the order that was signed', () => {
    const { facts } = LEGS;
    if (facts.kind !== 'legs') return expect.unreachable();
    const legs = facts.legs.map((leg) => ({ ...leg, state: 'done' as const }));
    const html = shown({ ...LEGS, why: 'differs', facts: { kind: 'legs', legs } });
    expect(wordsOf(html)).toContain('The last leg was filled and paid, but not as you signed.');
    expect(buttonNamesOf(html)).toEqual(['Continue', 'Stop here']);
  });

  it('after the transaction that accepts an offer got lost, explains the consequences of stopping', () => {
    const lost: ProcedureView = {
      ...{ id: 'answer', at: 0, account: BACK.account, facts: { kind: 'accept' } },
      ...{ state: 'paused', why: 'superseded', canStop: true },
      steps: [{ step: 'accept', state: 'failed', hash: '0x1' }],
    };
    const words = wordsOf(shown(lost));
    expect(words).toContain('Accept the offer');
    expect(words).toContain('The request stays as it is');
  });

  it('marks the step that waits for the user, and offers to stop at this step', () => {
    const html = shown(BACK);
    expect(wordsOf(html)).toContain('Back to ETH');
    expect(wordsOf(html)).toContain('Unwrap to ether');
    expect(html).toContain('data-step="yours"');
    expect(choicesIn(html)).toEqual(['Stop here']);
    expect(wordsOf(html)).toContain('Steps already done aren’t undone');
    expect(choicesIn(shown({ ...BACK, canStop: false }))).toEqual([]);
  });

  it('lets the user stop a fill that waits for a confirmation, but not while the fill is sent or checked', async () => {
    const { asked } = FILLS;
    if (asked === undefined) return expect.unreachable();
    const page = await openPage(<UnderWay />, {
      snapshot: { fills: [asked], procedures: [] },
      answers: { 'procedures.stop': null },
    });
    expect(page.words()).toContain('The order isn’t filled, and an open prompt is rejected.');
    await page.click('Stop here');
    expect(page.askedFor('procedures.stop')).toEqual([{ id: asked.id }]);
    await page.change({ fills: [{ ...asked, isSending: true }] });
    expect(choicesIn(page.html())).toEqual([]);
    await page.change({ fills: [{ ...asked, stage: 'checking' }] });
    expect(choicesIn(page.html())).toEqual([]);
    expect(page.words()).toContain('Condor asks you before the next transaction.');
  });

  it('lets the user continue or stop an interrupted fill, but only continue a fill that was sent', async () => {
    const { asked } = FILLS;
    if (asked === undefined) return expect.unreachable();
    const interrupted = { ...asked, interrupted: { code: 'unexpected' as const } };
    const page = await openPage(<UnderWay />, {
      snapshot: { fills: [interrupted], procedures: [] },
      answers: { 'procedures.goOn': null },
    });
    expect(page.words()).toContain('An error in Condor stopped this.');
    expect(page.words()).not.toContain('Confirm in the approval window.');
    expect(choicesIn(page.html())).toEqual(['Continue', 'Stop here']);
    await page.click('Continue');
    expect(page.askedFor('procedures.goOn')).toEqual([{ id: asked.id }]);
    await page.change({ fills: [{ ...interrupted, stage: 'fill sent' }] });
    expect(choicesIn(page.html())).toEqual(['Continue']);
    expect(page.html()).toContain('data-step="failed"');
  });

  it('lets the user stop revocations that are running, and continue revocations that have stopped', () => {
    const html = shown(REVOCATIONS);
    expect(wordsOf(html)).toContain('Revoke allowances: 3');
    expect(choicesIn(html)).toEqual(['Stop here']);
    const stopped = shown({ ...REVOCATIONS, state: 'paused', why: 'locked' });
    expect(wordsOf(stopped)).toContain('Stopped after 1 of 3. The wallet was locked');
    expect(choicesIn(stopped)).toEqual(['Continue', 'Stop here']);
  });

  it('hides the button to stop revocations that can’t be stopped', () => {
    expect(choicesIn(shown({ ...REVOCATIONS, canStop: false }))).toEqual([]);
  });

  it('lets the user continue a failed procedure that can’t be stopped', () => {
    const html = shown({ ...BACK, state: 'paused', why: 'failed', canStop: false });
    expect(choicesIn(html)).toEqual(['Continue']);
    expect(wordsOf(html)).not.toContain('Steps already done aren’t undone');
  });

  it('offers to stop the legs of a trade, and says that the current leg continues', () => {
    const html = shown({ ...LEGS, state: 'underWay' });
    expect(choicesIn(html)).toEqual(['Stop here']);
    expect(wordsOf(html)).toContain('The leg under way isn’t stopped.');
  });

  it('says that the leg of a stopped trade can be rejected while it waits for a confirmation, and can still be filled once it was sent', () => {
    const { asked } = FILLS;
    if (asked === undefined || LEGS.facts.kind !== 'legs') return expect.unreachable();
    const legs = LEGS.facts.legs.map((leg) => ({
      ...{ ...leg, fill: asked.id, state: 'running' as const },
    }));
    const stopped = { ...LEGS, state: 'paused', why: 'stopped', facts: { ...LEGS.facts, legs } };
    const words = (stage: typeof asked.stage, isSending = false) =>
      wordsOf(
        onPage(
          <UnderWay />,
          snapshotWith({
            procedures: [stopped as (typeof PROCEDURES)[number]],
            fills: [{ ...asked, stage, isSending }],
          }),
        ),
      );
    expect(words('fill asked')).toContain('The leg under way isn’t stopped.');
    expect(words('preparation asked', true)).toContain('The leg under way isn’t stopped.');
    expect(words('fill asked', true)).toContain('The leg under way was sent');
    expect(words('replaced')).not.toContain('The leg under way');
    expect(words('fill sent')).not.toContain('Stop here');
    expect(words('fill sent')).toContain('The leg under way was sent and can still be filled.');
  });

  it.each(['superseded', 'unproved'] as const)(
    'says that the leg of a stopped trade can still be filled when its fill is %s',
    (why) => {
      expect(wordsOf(shown({ ...LEGS, why }))).toContain('was sent and can still be filled.');
    },
  );

  it('names the site of a batch, and explains the consequences of the batch’s failure', () => {
    const batch: ProcedureView = {
      ...REVOCATIONS,
      ...{ state: 'paused', why: 'failed' },
      facts: { kind: 'batch', origin: 'https://dapp.example', chainId: 8453, done: 1, count: 3 },
      steps: [{ step: 'call', state: 'done' }],
    };
    const words = wordsOf(shown(batch));
    expect(choicesIn(shown(batch))).toEqual(['Stop here']);
    expect(words).toContain('Transactions for https://dapp.example: 3');
    expect(words).toContain('1 of 3 transactions succeeded and can’t be undone.');
    const rejected = wordsOf(shown({ ...batch, failure: { code: 'rejected' } }));
    expect(rejected).toContain('1 of 3 transactions succeeded and can’t be undone.');
    expect(rejected).not.toContain('Nothing was sent');
    const failure = { code: 'notStored' } as const;
    const full = wordsOf(shown({ ...batch, failure }));
    expect(full).toContain('1 of 3 transactions succeeded and can’t be undone.');
    expect(full).toContain(wordsOf(describeFailure(failure)));
    const unclear = wordsOf(shown({ ...batch, why: 'superseded' }));
    expect(unclear).toContain('1 of 3 transactions succeeded. The last one that was sent');
    expect(unclear).toContain('it may have succeeded, or may still be mined.');
    expect(unclear).not.toContain('can’t be undone');
  });

  it('offers to accept or decline a newer quote, and says why the acceptance was refused', async () => {
    const { asked } = FILLS;
    if (asked === undefined) return expect.unreachable();
    const newer = { digest: '0xnew', price: '4260000000', isOtherMaker: false };
    const replaced = { ...asked, stage: 'replaced' as const, newer };
    const html = onPage(<UnderWay />, snapshotWith({ fills: [replaced] }));
    expect(buttonNamesOf(html)).toEqual(['Decline', 'Accept this price']);
    const page = await openPage(<UnderWay />, {
      snapshot: { fills: [replaced], procedures: [] },
      answers: { 'fills.accept': refusing('requestChanged') },
    });
    await page.click('Accept this price');
    expect(page.askedFor('fills.accept')).toEqual([{ id: asked.id, digest: '0xnew' }]);
    expect(page.words()).toContain('The request has changed since you saw it.');
  });

  it('explains failed and lost fills, and leaves out a fill that the user rejected', () => {
    const { failed } = FILLS;
    if (failed === undefined) return expect.unreachable();
    const lost = { ...failed, failure: { code: 'superseded' as const }, hash: '0xf1' };
    const html = onPage(<UnderWay />, snapshotWith({ fills: [failed, lost] }));
    expect(wordsOf(html)).toContain('A check that protects your money failed');
    expect(wordsOf(html)).toContain('It can still be mined');
    expect(buttonNamesOf(html)).toEqual(['Hide', 'Hide']);
    const rejected = { ...failed, failure: { code: 'rejected' as const } };
    expect(onPage(<UnderWay />, snapshotWith({ fills: [rejected] }))).toBe('');
  });

  it('leaves out a failed try of an option that a later fill bought, unless an allowance remains', () => {
    const { failed = expect.unreachable(), indexed = expect.unreachable() } = FILLS;
    const first = { ...failed, id: 'first', failure: { code: 'locked' as const }, left: [] };
    const later = { ...indexed, at: failed.at + 1 };
    const list = (...fills: (typeof failed)[]) => onPage(<UnderWay />, snapshotWith({ fills }));
    expect(list(first)).toContain('Buy ETH put');
    expect(list(later, first)).toBe('');
    expect(list({ ...later, account: 'another' }, first)).toContain('Buy ETH put');
    const left = [{ of: 'book' as const, amount: '9' }];
    expect(list(later, { ...first, left })).toContain('Buy ETH put');
  });

  it('marks an ended fill whose id is in the page’s address', () => {
    const { failed = expect.unreachable() } = FILLS;
    vi.stubGlobal('location', { hash: `#activity=${encodeURIComponent(failed.id)}` });
    onTestFinished(() => void vi.unstubAllGlobals());
    const named = onPage(<UnderWay />, snapshotWith({ fills: [failed] }));
    expect(named).toContain('aria-current="true"');
  });

  it('lists a mined fill while the rest of its allowance is being revoked', () => {
    const { indexed } = FILLS;
    if (indexed === undefined) return expect.unreachable();
    const left = [{ of: 'book' as const, amount: '9' }];
    const list = (revocation: 'asked' | 'failed') =>
      onPage(<UnderWay />, snapshotWith({ fills: [{ ...indexed, left, revocation }] }));
    expect(wordsOf(list('asked'))).toContain('Confirm the revocation in the approval window.');
    expect(list('failed')).toBe('');
  });

  it('shows the converted money and the remaining allowance while a fill waits for an answer to a newer quote', () => {
    const { asked } = FILLS;
    if (asked === undefined) return expect.unreachable();
    const newer = { digest: '0x2', price: '4160000000', isOtherMaker: false };
    const fill = { ...asked, stage: 'replaced' as const, newer };
    const left = [{ of: 'book' as const, amount: '9' }];
    const converted = { kind: 'supply' as const, amount: '7' };
    const html = onPage(<UnderWay />, snapshotWith({ fills: [{ ...fill, left, converted }] }));
    expect(html).toContain('data-testid="left-allowance"');
    expect(html).toContain('data-testid="converted-money"');
  });

  it('prevents the user from hiding a fill or answering a newer quote while the fill’s allowance is being revoked', () => {
    const { asked, failed } = FILLS;
    if (asked === undefined || failed === undefined) return expect.unreachable();
    const newer = { digest: '0x2', price: '4160000000', isOtherMaker: false };
    const left = [{ of: 'book' as const, amount: '9' }];
    const list = (revocation: 'sent' | 'failed') => {
      const replaced = { ...asked, stage: 'replaced' as const, newer, left, revocation };
      const ended = { ...failed, left, revocation };
      return onPage(<UnderWay />, snapshotWith({ procedures: [], fills: [replaced, ended] }));
    };
    expect(buttonNamesOf(list('failed'))).toContain('Hide');
    expect(list('failed')).not.toContain('disabled=""');
    expect(buttonNamesOf(list('sent'))).not.toContain('Hide');
    expect(list('sent').match(/disabled=""/g)).toHaveLength(2);
  });

  it('lists a running and a failed fill, but no mined fill', () => {
    const { asked, indexed, failed } = FILLS;
    if (!asked || !indexed || !failed) return expect.unreachable();
    const html = onPage(<UnderWay />, snapshotWith({ fills: [asked, indexed, failed] }));
    expect(html.match(/<article/g)).toHaveLength(2);
  });

  it('shows the list of running procedures in German', () =>
    inGerman(() => {
      expect(wordsOf(shown(LEGS))).toContain('Kein Maker bietet den nächsten Teil noch an.');
      expect(buttonNamesOf(shown(LEGS))).toEqual(['Fortsetzen', 'Hier beenden']);
    }));
});

describe('the link to the procedure that refused an action', () => {
  const fill = FILLS.asked ?? expect.unreachable();
  const known = LEGS.facts.kind === 'legs' ? LEGS.facts.legs : [];
  const begun = known.map((leg) => ({ ...leg, fill: fill.id, state: 'running' as const }));
  const legs: ProcedureView = {
    ...{ ...LEGS, state: 'underWay', facts: { kind: 'legs', legs: begun } },
  };

  async function asked(hash: string, snapshot: Partial<WalletSnapshot>) {
    vi.stubGlobal('location', { hash: `#activity=${encodeURIComponent(hash)}` });
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    const page = await openPage(<UnderWay />, { snapshot: { fills: [], ...snapshot } });
    return page.askedFor('approvals.show');
  }

  it('brings the approval window to the front if the linked procedure waits in this window', async () => {
    const front = [{ toFront: true }];
    expect(await asked(fill.id, { fills: [fill] })).toEqual(front);
    expect(await asked(legs.id, { fills: [fill], procedures: [legs] })).toEqual(front);
    expect(await asked(BACK.id, { procedures: [BACK] })).toEqual(front);
    const { indexed = expect.unreachable() } = FILLS;
    const revoking = { ...indexed, revocation: 'asked' as const };
    expect(await asked(indexed.id, { fills: [revoking] })).toEqual(front);
  });

  it('leaves the approval window in place when the linked procedure doesn’t wait in this window', async () => {
    expect(await asked('other', { fills: [fill] })).toEqual([]);
    expect(await asked(fill.id, { fills: [{ ...fill, isSending: true }] })).toEqual([]);
    const interrupted = { ...fill, interrupted: { code: 'unexpected' as const } };
    expect(await asked(fill.id, { fills: [interrupted] })).toEqual([]);
    expect(await asked(legs.id, { procedures: [legs] })).toEqual([]);
    expect(await asked(BACK.id, { procedures: [{ ...BACK, state: 'paused' }] })).toEqual([]);
  });
});
