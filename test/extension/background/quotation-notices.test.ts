import { describe, expect, it } from 'vitest';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import {
  createQuotationNotices,
  QUOTATION_ALARM,
} from '../../../entrypoints/background/quotations/notices.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import type { QuotationStage } from '../../../shared/quotations/stage.ts';
import type { QuotationsView, QuotationView } from '../../../shared/quotations/view.ts';
import { contracts, epochMs, price8, tokenAmount } from '../../../shared/units.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

const ME = '0x1111111111111111111111111111111111111111';
const END = 1_000;
/** Hash of the transaction that makes a request. */
const REQUEST = '0x01';

const view = (stage: QuotationStage, stageEnd?: number): QuotationsView => {
  const quotation: QuotationView = {
    id: 7n,
    stage,
    ...(stageEnd === undefined ? {} : { stageEnd }),
    isBuyer: false,
    strikes: [price8(250000000000n)],
    expiry: 5_000,
    token: { address: ME, symbol: 'USDC', decimals: 6 },
    contracts: contracts(1000000n),
    escrow: tokenAmount(0n),
    offers: [],
    unreadable: 0,
    offersFrom: 'chain',
  };
  return { quotations: [quotation], revealWindow: 60, claims: [], leftAllowances: [] };
};

function world() {
  const state = {
    areas: memoryAreas(),
    seconds: 900,
    alarm: undefined as number | undefined,
    shown: [] as string[],
    answer: view('collecting', END) as QuotationsView | undefined,
    isKilled: false,
    /** Delays reads until the promise resolves. */
    reading: Promise.resolve(),
  };
  const worker = () =>
    createQuotationNotices({
      stored: stored(state.areas, STORED_KEYS.quotationNotices),
      alarms: {
        async set(name, at) {
          expect(name).toBe(QUOTATION_ALARM);
          state.alarm = at / 1000;
        },
        async clear() {
          state.alarm = undefined;
        },
      },
      clock: { now: () => epochMs(state.seconds * 1000) },
      async read() {
        const { answer, reading } = state;
        await reading;
        if (answer === undefined) throw new Error('no node');
        return answer;
      },
      ownRequests: { onConfirmed: async (_, hash) => hash === REQUEST },
      async notify(_, text, id) {
        state.shown.push(`${id} ${text}`);
        if (state.isKilled) throw new Error('the worker died');
      },
    });
  return { state, worker };
}

describe('notifications about requests to makers', () => {
  it('notifies the user once when the time for offers ends, and once when the user can act', async () => {
    const { state, worker } = world();
    const notices = worker();
    await notices.follow(ME);
    expect(state.alarm).toBe(END);
    state.seconds = END;
    state.answer = view('revealing', END + 60);
    await notices.ring();
    await notices.ring();
    expect(state.shown).toHaveLength(1);
    expect(state.alarm).toBe(END + 60);
    state.seconds = END + 60;
    state.answer = view('unanswered');
    await notices.ring();
    await notices.ring();
    expect(state.shown.map((text) => text.split(' ')[0])).toEqual([
      'quotation:7:revealing',
      'quotation:7:unanswered',
    ]);
    expect(state.alarm).toBeUndefined();
  });

  it('keeps a request’s alarm after a restart, and the notification’s id after the worker’s death', async () => {
    const { state, worker } = world();
    await worker().follow(ME);
    state.alarm = undefined;
    const second = worker();
    await second.load();
    expect(state.alarm).toBe(END);
    state.seconds = END;
    state.answer = view('revealing', END + 60);
    state.isKilled = true;
    await expect(second.ring()).rejects.toThrow('died');
    state.isKilled = false;
    const third = worker();
    await third.load();
    await third.ring();
    expect(new Set(state.shown).size).toBe(1);
  });

  it('tries to show every request’s notification even if the browser fails to show one, and sets the next alarm', async () => {
    const { state, worker } = world();
    const notices = worker();
    const two = (stage: QuotationStage, end: number) => {
      const one = view(stage, end);
      return { ...one, quotations: one.quotations.flatMap((it) => [it, { ...it, id: 8n }]) };
    };
    state.answer = two('collecting', END);
    await notices.follow(ME);
    state.seconds = END;
    state.answer = two('revealing', END + 60);
    state.isKilled = true;
    await expect(notices.ring()).rejects.toThrow('died');
    expect(state.shown.map((text) => text.split(' ')[0])).toEqual([
      'quotation:7:revealing',
      'quotation:8:revealing',
    ]);
    expect(state.alarm).toBe(END + 60);
  });

  it('doesn’t report a stage twice when a page’s older read ends late', async () => {
    const { state, worker } = world();
    const notices = worker();
    await notices.follow(ME);
    const reading = Promise.withResolvers<void>();
    state.reading = reading.promise;
    const listed = notices.follow(ME);
    await Promise.resolve();
    state.reading = Promise.resolve();
    state.seconds = END;
    state.answer = view('unanswered');
    const rung = notices.ring();
    await new Promise((resolve) => setImmediate(resolve));
    reading.resolve();
    await Promise.all([listed, rung]);
    expect(state.shown).toHaveLength(1);
    expect(state.alarm).toBeUndefined();
    await notices.ring();
    expect(state.shown).toHaveLength(1);
  });

  it('tries again until a node responds, and sets no alarm any more once the request is gone', async () => {
    const { state, worker } = world();
    const notices = worker();
    await notices.follow(ME);
    state.seconds = END;
    state.answer = undefined;
    await notices.ring();
    expect(state.shown).toEqual([]);
    expect(state.alarm).toBe(END + 60);
    state.seconds = END + 60;
    state.answer = { ...view('collecting', END), quotations: [] };
    await notices.ring();
    expect(state.alarm).toBeUndefined();
  });

  it('opens the positions page from a notification that mentions neither the option nor the amount', async () => {
    const { state, worker } = world();
    const notices = worker();
    await notices.follow(ME);
    state.seconds = END;
    state.answer = view('settled');
    await notices.ring();
    const [shown = ''] = state.shown;
    expect(notices.pageOf(shown.split(' ')[0] ?? '')).toBe('popup.html#full-positions');
    expect(notices.pageOf('alert:1')).toBeUndefined();
    expect(shown).not.toMatch(/2,?500|USDC|Put/);
  });

  it('follows a request as soon as it is mined, even if no page lists it', async () => {
    const { state, worker } = world();
    const notices = worker();
    await notices.onConfirmed(ME, '0x02');
    expect(state.alarm).toBeUndefined();
    await notices.onConfirmed(ME, REQUEST);
    expect(state.alarm).toBe(END);
  });

  it('reports that a stage has ended even if a request is mined before the alarm', async () => {
    const { state, worker } = world();
    const notices = worker();
    await notices.follow(ME);
    state.seconds = END;
    state.answer = view('revealing', END + 60);
    await notices.onConfirmed(ME, REQUEST);
    await notices.ring();
    expect(state.shown).toHaveLength(1);
  });
});
