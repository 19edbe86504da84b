import { describe, expect, it } from 'vitest';
import { PausedStrip } from '../../../components/screens/wallet/activity/PausedStrip.tsx';
import { UnderWay } from '../../../components/screens/wallet/activity/UnderWay.tsx';
import { FILLS } from '../../gallery/samples/positions.ts';
import { PROCEDURES } from '../../gallery/samples/procedures.ts';
import { snapshotWith } from '../../gallery/samples/snapshot.ts';
import { inGerman } from '../helpers/languages.ts';
import { onPage } from '../helpers/on-page.tsx';
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

it('a line leads to what stopped between two transactions, and to nothing else', () => {
  const strip = (...procedures: typeof PROCEDURES) =>
    wordsOf(onPage(<PausedStrip onOpen={() => undefined} />, snapshotWith({ procedures })));
  expect(strip(BACK, LEGS)).toBe('Trade in 2 legs on ETH · stopped between two steps');
  expect(strip(BACK)).toBe('');
});

describe('the list of what is under way', () => {
  it('shows nothing while nothing takes several transactions', () => {
    expect(shown()).toBe('');
  });

  it('says why legs stopped, what stopping leaves, and offers to go on', () => {
    const html = shown(LEGS);
    expect(wordsOf(html)).toContain('No maker offers the next leg any more.');
    expect(wordsOf(html)).toContain('You keep the legs that are filled');
    expect(buttonNamesOf(html)).toEqual(['Continue', 'Stop here']);
    expect(html.match(/data-step="[a-z]+"/g)).toEqual(['data-step="done"', 'data-step="failed"']);
  });

  it('says the failure instead of the stop when the worker knows it', () => {
    const html = shown({ ...LEGS, why: 'failed', failure: { code: 'fill-running' } });
    expect(wordsOf(html)).not.toContain('can’t be made now');
    expect(wordsOf(html)).toContain('still needs these tokens');
  });

  it('leaves out legs of which none is filled, and legs that are done', () => {
    const { facts } = LEGS;
    if (facts.kind !== 'legs') return expect.unreachable();
    const legs = facts.legs.map((leg) => ({ ...leg, state: 'failed' as const }));
    expect(shown({ ...LEGS, facts: { kind: 'legs', legs } })).toBe('');
    expect(shown({ ...LEGS, state: 'done' })).toBe('');
    const unknown = { ...LEGS, why: 'fillGone', facts: { kind: 'legs', legs } } as const;
    expect(wordsOf(shown(unknown))).toContain('The record of the last leg is gone.');
  });

  it('marks the step that waits for the user, without buttons', () => {
    const html = shown(BACK);
    expect(wordsOf(html)).toContain('Back to ETH');
    expect(wordsOf(html)).toContain('Unwrap to ether');
    expect(html).toContain('data-step="yours"');
    expect(choicesIn(html)).toEqual([]);
  });

  it('lets the user stop revocations, which were confirmed together', () => {
    const html = shown(REVOCATIONS);
    expect(wordsOf(html)).toContain('Revoke allowances: 3');
    expect(choicesIn(html)).toEqual(['Stop here']);
    const stopped = shown({ ...REVOCATIONS, state: 'paused', why: 'failed' });
    expect(wordsOf(stopped)).toContain('Stopped after 1 of 3.');
    expect(choicesIn(stopped)).toEqual(['Stop here']);
  });

  it('lists fills that aren’t mined, and no others', () => {
    const { asked, ...others } = FILLS;
    if (asked === undefined) return expect.unreachable();
    const failed = Object.values(others).filter(({ stage }) => stage === 'failed');
    const html = onPage(<UnderWay />, snapshotWith({ fills: [asked, ...failed] }));
    expect(html.match(/<article/g)).toHaveLength(1);
  });

  it('speaks German', () =>
    inGerman(() => {
      expect(wordsOf(shown(LEGS))).toContain('Kein Maker bietet den nächsten Teil noch an.');
      expect(buttonNamesOf(shown(LEGS))).toEqual(['Fortsetzen', 'Hier beenden']);
    }));
});
