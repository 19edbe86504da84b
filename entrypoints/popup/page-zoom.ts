/** A popup starts with a few pixels. */
const MIN_WIDTH = 100;
/** The greatest difference between the zooms of width and height, by rounding. */
const MAX_DIFFERENCE = 0.02;
/** A popup gets its size within a second, so a page without a size isn't a zoomed popup. */
const MAX_FRAMES = 60;

/**
 * Sets `--page-zoom` to the zoom of an action popup, once the popup has its first size. Waits for
 * frames, because no event reports the popup's size in pixels of the screen.
 */
export function setPageZoom(frames = MAX_FRAMES): void {
  const { innerWidth, innerHeight, outerWidth, outerHeight } = window;
  const zoom = outerWidth / innerWidth;
  const isSized = innerWidth >= MIN_WIDTH && outerWidth >= MIN_WIDTH;
  if (!isSized || Math.abs(zoom - outerHeight / innerHeight) > MAX_DIFFERENCE) {
    if (frames > 0) requestAnimationFrame(() => setPageZoom(frames - 1));
    return;
  }
  // Rounded up, because a document that is a fraction of a pixel too long gets scrollbars.
  const rounded = Math.ceil(zoom * 100) / 100;
  document.documentElement.style.setProperty('--page-zoom', String(rounded));
}
