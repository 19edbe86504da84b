import { describe, expect, it } from 'vitest';
import { createEvents } from '../../../entrypoints/background/kernel/events.ts';
import {
  type Feature,
  onFirstUse,
  runFeatures,
} from '../../../entrypoints/background/kernel/feature.ts';
import type { TransactionRecord } from '../../../shared/activity/record.ts';

function run(all: readonly Feature[], { isUnreadable = false } = {}) {
  const events = createEvents();
  const emitted: string[] = [];
  events.on({
    changed: () => emitted.push('changed'),
    featuresLoaded: () => emitted.push('featuresLoaded'),
  });
  const running = runFeatures(all, {
    ready: Promise.resolve(),
    isUnreadable: () => isUnreadable,
    events,
  });
  return { running, emitted };
}

const entry = { id: 'sent' } as TransactionRecord;

describe('the features of the worker', () => {
  it('loads every feature before it resumes the first feature', async () => {
    const done: string[] = [];
    const feature = (name: string): Feature => ({
      load: async () => done.push(`load ${name}`),
      resume: () => done.push(`resume ${name}`),
    });
    const { running, emitted } = run([feature('a'), feature('b')]);
    await running.ready;
    expect(done).toEqual(['load a', 'load b', 'resume a', 'resume b']);
    expect(emitted).toEqual(['changed', 'featuresLoaded']);
  });

  it('neither loads nor resumes a feature while stored data is unreadable', async () => {
    const done: string[] = [];
    const feature = { load: async () => done.push('load'), resume: () => done.push('resume') };
    const { running, emitted } = run([feature], { isUnreadable: true });
    await running.ready;
    expect(done).toEqual([]);
    expect(emitted).toEqual([]);
  });

  it('emits featuresLoaded even if a feature failed to load', async () => {
    const { running, emitted } = run([{ load: () => Promise.reject(new Error('torn')) }]);
    await expect(running.ready).rejects.toThrow('torn');
    expect(emitted).toEqual(['featuresLoaded']);
  });

  it('reports an ended transaction to a feature only after all features are loaded', async () => {
    const done: string[] = [];
    const { running } = run([
      { load: async () => done.push('load') },
      { settled: ({ id }) => done.push(id) },
    ]);
    await running.settled(entry);
    expect(done).toEqual(['load', 'sent']);
  });

  it('sends an alarm only to the feature that owns it', async () => {
    const rung: string[] = [];
    const { running } = run([
      { alarms: { a: async () => rung.push('a') } },
      { alarms: { b: async () => rung.push('b') } },
    ]);
    await running.ring('b');
    expect(rung).toEqual(['b']);
  });

  it('returns the page that a feature chose for its notification', async () => {
    const { running } = run([
      {},
      { pageOf: (id) => (id.startsWith('alert:') ? '#alerts' : undefined) },
    ]);
    expect(await running.pageOf('alert:1')).toBe('#alerts');
    expect(await running.pageOf('other')).toBeUndefined();
  });
});

describe('a part that is created on its first use', () => {
  it('creates the part once, at its first use; before that use, the part is undefined', () => {
    let created = 0;
    const part = onFirstUse(() => ({ number: ++created }));
    expect(part.made()).toBeUndefined();
    expect(part.get()).toBe(part.get());
    expect(part.made()).toEqual({ number: 1 });
  });
});
