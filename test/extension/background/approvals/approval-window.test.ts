import { describe, expect, it } from 'vitest';
import { createApprovalWindow } from '../../../../entrypoints/background/approvals/window.ts';
import { stored } from '../../../../entrypoints/background/kernel/stored.ts';
import type { Windows } from '../../../../entrypoints/background/platform/windows.ts';
import { STORED_KEYS } from '../../../../entrypoints/background/stored-keys.ts';
import { memoryAreas } from '../../helpers/memory-areas.ts';

/** Windows as a browser has them: `close` takes a moment and then emits an event. */
function fakeWindows() {
  const open = new Set<number>();
  const listeners: ((tabId: number) => void)[] = [];
  let count = 0;
  const remove = (tabId: number) => {
    if (open.delete(tabId)) for (const listener of listeners) listener(tabId);
  };
  const windows: Windows = {
    open: async () => {
      count += 1;
      open.add(count);
      return count;
    },
    find: async () => [...open][0],
    focus: async (tabId) => open.has(tabId),
    close: async (tabId) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      remove(tabId);
    },
    onClosed: (listener) => listeners.push(listener),
  };
  return { windows, open, remove };
}

function start(browser = fakeWindows(), areas = memoryAreas()) {
  let rejections = 0;
  const approvalWindow = createApprovalWindow({
    windows: browser.windows,
    opened: stored(areas, STORED_KEYS.approvalWindow),
    onClosedByUser: () => {
      rejections += 1;
    },
  });
  return { ...browser, approvalWindow, rejections: () => rejections };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('the approval window', () => {
  it('opens one window for all requests, however quickly they follow each other', async () => {
    const { approvalWindow, open } = start();
    await Promise.all([approvalWindow.show(), approvalWindow.show(), approvalWindow.show()]);
    await approvalWindow.show();
    expect([...open]).toEqual([1]);
  });

  it('opens a missing window, and doesn’t bring an open window to the front', async () => {
    const browser = fakeWindows();
    const focused: number[] = [];
    const focus = browser.windows.focus;
    const { approvalWindow } = start({
      ...browser,
      windows: {
        ...browser.windows,
        focus(tabId) {
          focused.push(tabId);
          return focus(tabId);
        },
      },
    });
    await approvalWindow.showMissing();
    await approvalWindow.showMissing();
    expect([...browser.open]).toEqual([1]);
    expect(focused).toEqual([]);
  });

  it('opens the window for the next request after the browser failed to open the window for an earlier request', async () => {
    const browser = fakeWindows();
    let isBroken = true;
    const open = browser.windows.open;
    const { approvalWindow } = start({
      ...browser,
      windows: {
        ...browser.windows,
        open: (page) => (isBroken ? Promise.reject(new Error('no window')) : open(page)),
      },
    });
    await expect(approvalWindow.show()).rejects.toThrow('no window');
    isBroken = false;
    await approvalWindow.show();
    expect([...browser.open]).toEqual([1]);
  });

  it('rejects the requests when the user closes the window, but not when the wallet closes it', async () => {
    const { approvalWindow, remove, rejections } = start();
    await approvalWindow.show();
    await approvalWindow.close();
    await settled();
    expect(rejections()).toBe(0);
    await approvalWindow.show();
    remove(2);
    await settled();
    expect(rejections()).toBe(1);
  });

  it('reopens the window for a request that arrives while the window closes, and rejects nothing', async () => {
    const { approvalWindow, open, rejections } = start();
    await approvalWindow.show();
    const closing = approvalWindow.close();
    await approvalWindow.show();
    await closing;
    await settled();
    expect([...open]).toEqual([2]);
    expect(rejections()).toBe(0);
  });

  it('reuses the window that a former worker opened', async () => {
    const browser = fakeWindows();
    await start(browser).approvalWindow.show();
    const reborn = start(browser);
    await reborn.approvalWindow.show();
    expect([...browser.open]).toEqual([1]);
    browser.remove(1);
    await settled();
    expect(reborn.rejections()).toBe(1);
  });

  it('rejects requests when the user closes the window of a dead worker, but ignores other windows', async () => {
    const browser = fakeWindows();
    const areas = memoryAreas();
    await start(browser, areas).approvalWindow.show();
    const reborn = start(browser, areas);
    browser.remove(await browser.windows.open('elsewhere.html'));
    await settled();
    expect(reborn.rejections()).toBe(0);
    browser.remove(1);
    await settled();
    expect(reborn.rejections()).toBe(1);
  });

  it('rejects requests when the user closes the window while a new worker takes it over', async () => {
    const browser = fakeWindows();
    const areas = memoryAreas();
    await start(browser, areas).approvalWindow.show();
    const reborn = start(
      {
        ...browser,
        windows: {
          ...browser.windows,
          focus: async (tabId) => {
            browser.remove(tabId);
            return false;
          },
        },
      },
      areas,
    );
    await reborn.approvalWindow.show();
    await settled();
    expect(reborn.rejections()).toBe(1);
  });
});
