/**
 * Minimum width in CSS pixels for a measurement. A new popup is at first only a few pixels wide.
 */
const MIN_WIDTH = 100;
/** Maximum difference between the zooms of width and height, caused by rounding. */
const MAX_DIFFERENCE = 0.02;
/**
 * Maximum number of frames to wait. A popup gets its size within a second. Other pages never get a
 * popup's size.
 */
const MAX_FRAMES = 60;

/**
 * Sets `--page-zoom` to the zoom of an action popup when it has its first size. Waits for frames,
 * because no event reports the popup's size in screen pixels.
 */
export function setPageZoom(frames = MAX_FRAMES): void {
  const { innerWidth, innerHeight, outerWidth, outerHeight } = window;
  const zoom = outerWidth / innerWidth;
  const isSized = innerWidth >= MIN_WIDTH && outerWidth >= MIN_WIDTH;
  if (!isSized || Math.abs(zoom - outerHeight / innerHeight) > MAX_DIFFERENCE) {
    if (frames > 0) requestAnimationFrame(() => setPageZoom(frames - 1));
    return;
  }
  // Rounded up, because a document that is too long by a fraction of a pixel gets scrollbars.
  const rounded = Math.ceil(zoom * 100) / 100;
  document.documentElement.style.setProperty('--page-zoom', String(rounded));
}
