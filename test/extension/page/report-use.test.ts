import { describe, expect, it } from 'vitest';
import { reportUse } from '../../../components/hooks/report-use.ts';

function page() {
  const listeners = new Map<string, (event: { isTrusted: boolean }) => void>();
  let [now, reports] = [0, 0];
  const stop = reportUse({
    target: {
      addEventListener(type: string, listener: unknown, options?: unknown) {
        const signal: unknown = Reflect.get(Object(options), 'signal');
        listeners.set(type, (event) => {
          const isOver = signal instanceof AbortSignal && signal.aborted;
          if (!isOver && typeof listener === 'function') Reflect.apply(listener, null, [event]);
        });
      },
    },
    now: () => now,
    report: () => {
      reports += 1;
    },
  });
  return {
    stop,
    advance: (ms: number) => {
      now += ms;
    },
    happens: (type: string, isTrusted = true) => listeners.get(type)?.({ isTrusted }),
    reports: () => reports,
  };
}

describe('the report that the wallet is used', () => {
  it('reports clicks, keys and scrolling at most every ten seconds', () => {
    const { happens, advance, reports } = page();
    happens('pointerdown');
    happens('keydown');
    expect(reports()).toBe(1);
    advance(10_000);
    happens('keydown');
    advance(10_000);
    happens('wheel');
    expect(reports()).toBe(3);
  });

  it('ignores events that scripts made, and stops reporting after its cleanup', () => {
    const { happens, reports, stop } = page();
    happens('pointerdown', false);
    expect(reports()).toBe(0);
    stop();
    happens('pointerdown');
    expect(reports()).toBe(0);
  });
});
