import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AWAY_MS, GUARD_MS, guardClicks } from '../../../components/approvals/click-guard.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function start(window = new EventTarget(), isInFront = true) {
  const state = { isGuarded: false };
  const document = new EventTarget();
  const end = guardClicks({
    window,
    document,
    hasFocus: () => isInFront,
    now: Date.now,
    onChange: (isGuarded) => {
      state.isGuarded = isGuarded;
    },
  });
  const wait = (milliseconds: number) => vi.advanceTimersByTime(milliseconds);
  const leaveFor = (milliseconds: number) => {
    window.dispatchEvent(new Event('blur'));
    wait(milliseconds);
    window.dispatchEvent(new Event('focus'));
  };
  return { state, window, document, end, wait, leaveFor };
}

describe('the guard of a prompt', () => {
  it('ignores clicks for six tenths of a second after the prompt appears', () => {
    const { state, wait } = start();
    expect(state.isGuarded).toBe(true);
    wait(GUARD_MS - 1);
    expect(state.isGuarded).toBe(true);
    wait(1);
    expect(state.isGuarded).toBe(false);
  });

  it('ignores clicks again when the window regains the focus or becomes visible', () => {
    const { state, document, wait, leaveFor } = start();
    wait(GUARD_MS);
    leaveFor(AWAY_MS + 1);
    expect(state.isGuarded).toBe(true);
    wait(GUARD_MS);
    expect(state.isGuarded).toBe(false);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(state.isGuarded).toBe(true);
  });

  it('restarts the click guard when the window loses and regains the focus while the guard runs', () => {
    const { state, wait, leaveFor } = start();
    leaveFor(GUARD_MS - 1);
    wait(GUARD_MS - 1);
    expect(state.isGuarded).toBe(true);
    wait(1);
    expect(state.isGuarded).toBe(false);
  });

  it('keeps ignoring rapid clicks until the user pauses between two clicks', () => {
    const { state, window, wait } = start();
    for (let press = 0; press < 20; press++) {
      window.dispatchEvent(new Event('pointerdown'));
      wait(GUARD_MS - 1);
      expect(state.isGuarded).toBe(true);
    }
    wait(1);
    expect(state.isGuarded).toBe(false);
    window.dispatchEvent(new Event('pointerdown'));
    expect(state.isGuarded).toBe(false);
  });

  it('doesn’t restart the click guard when the window loses the focus only briefly', () => {
    const { state, window, wait, leaveFor } = start();
    wait(GUARD_MS);
    leaveFor(AWAY_MS);
    expect(state.isGuarded).toBe(false);
    window.dispatchEvent(new Event('focus'));
    expect(state.isGuarded).toBe(false);
  });

  it.each([
    ['changes its text', true],
    ['opens', false],
  ])(
    'ignores early clicks when a window that %s in the background comes to the front',
    (_, wasInFront) => {
      const window = new EventTarget();
      const before = start(window, wasInFront);
      window.dispatchEvent(new Event('blur'));
      before.end();
      const { state, wait } = start(window, false);
      wait(GUARD_MS * 10);
      window.dispatchEvent(new Event('focus'));
      expect(state.isGuarded).toBe(true);
      wait(GUARD_MS);
      expect(state.isGuarded).toBe(false);
    },
  );

  it('stops listening to events once the click guard has ended', () => {
    const { state, document, end, wait, leaveFor } = start();
    wait(GUARD_MS);
    end();
    leaveFor(AWAY_MS + 1);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(state.isGuarded).toBe(false);
  });
});
