/** The page's own window, in pixels of the screen. */
export interface PlacedWindow {
  readonly screenX: number;
  readonly screenY: number;
  readonly outerWidth: number;
  readonly outerHeight: number;
  readonly screen: WorkArea;
  moveTo(x: number, y: number): void;
  resizeTo(width: number, height: number): void;
}

/** The screen's area without system bars. A browser without positions has one screen. */
interface WorkArea {
  readonly availWidth: number;
  readonly availHeight: number;
  readonly availLeft?: number;
  readonly availTop?: number;
}

/**
 * Moves and shrinks the page's window until it is inside the work area of its screen. Buttons
 * outside this area can't be pressed. Browsers ignore both calls for tabs.
 */
export function keepOnScreen(page: PlacedWindow): void {
  const { availWidth, availHeight, availLeft = 0, availTop = 0 } = page.screen;
  const width = Math.min(page.outerWidth, availWidth);
  const height = Math.min(page.outerHeight, availHeight);
  const left = within(page.screenX, availLeft, availLeft + availWidth - width);
  const top = within(page.screenY, availTop, availTop + availHeight - height);
  if (width < page.outerWidth || height < page.outerHeight) page.resizeTo(width, height);
  if (left !== page.screenX || top !== page.screenY) page.moveTo(left, top);
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
