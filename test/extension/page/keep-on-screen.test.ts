import { describe, expect, it } from 'vitest';
import { keepOnScreen, type PlacedWindow } from '../../../components/ui/keep-on-screen.ts';

const SCREEN = { availWidth: 1024, availHeight: 560, availLeft: 0, availTop: 40 };
const SIZE = { outerWidth: 400, outerHeight: 500 };

function kept(page: Partial<PlacedWindow>): string[] {
  const calls: string[] = [];
  keepOnScreen({
    screenX: 100,
    screenY: 60,
    ...SIZE,
    screen: SCREEN,
    moveTo: (x, y) => calls.push(`move ${x} ${y}`),
    resizeTo: (width, height) => calls.push(`resize ${width} ${height}`),
    ...page,
  });
  return calls;
}

describe('a window of the extension', () => {
  it('doesn’t move a window that is inside the work area', () => {
    expect(kept({})).toEqual([]);
    expect(kept({ screenX: 624, screenY: 100 })).toEqual([]);
  });

  it.each([
    ['beyond the right edge', { screenX: 700 }, 'move 624 60'],
    ['beyond the left edge', { screenX: -50 }, 'move 0 60'],
    ['under the bar at the top', { screenY: 0 }, 'move 100 40'],
    ['below the bottom', { screenY: 300 }, 'move 100 100'],
  ])('moves a window into the work area from %s', (_, page, call) => {
    expect(kept(page)).toEqual([call]);
  });

  it('shrinks a window to a smaller screen and moves it to the corner', () => {
    expect(kept({ outerHeight: 640 })).toEqual(['resize 400 560', 'move 100 40']);
  });

  it('keeps a window on a screen that is to the left of the main screen', () => {
    const screen = { availWidth: 1920, availHeight: 1080, availLeft: -1920, availTop: 0 };
    expect(kept({ screen, screenX: -1000 })).toEqual([]);
    expect(kept({ screen, screenX: -200 })).toEqual(['move -400 60']);
  });

  it('assumes one screen in a browser that doesn’t report screen positions', () => {
    expect(kept({ screen: { availWidth: 800, availHeight: 600 }, screenX: 500 })).toEqual([
      'move 400 60',
    ]);
  });
});
