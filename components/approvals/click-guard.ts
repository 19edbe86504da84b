/** A prompt that has just appeared takes no click yet: it may have come under a moving mouse. */
export const GUARD_MS = 600;
/** Away for longer than this, a window that comes back is new. */
export const AWAY_MS = 150;

type Events = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

/**
 * Guards from now on for `GUARD_MS`, and anew whenever the window comes to the front: one that a site
 * brings there is as new to a moving mouse as one that opens. A tab key that goes round through the
 * browser's own bar leaves it for a moment only, and counts as staying. One that is away already is
 * guarded when it comes, however long that takes. Returns what ends it.
 */
export function guardClicks(deps: {
  window: Events;
  document: Events;
  hasFocus: () => boolean;
  /** Milliseconds on a clock that never goes back. */
  now: () => number;
  onChange: (isGuarded: boolean) => void;
}): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let leftAt = deps.hasFocus() ? undefined : Number.NEGATIVE_INFINITY;
  const guard = () => {
    clearTimeout(timer);
    deps.onChange(true);
    timer = setTimeout(() => deps.onChange(false), GUARD_MS);
  };
  const leave = () => {
    leftAt = deps.now();
  };
  const comeBack = () => {
    if (leftAt !== undefined && deps.now() - leftAt > AWAY_MS) guard();
    leftAt = undefined;
  };
  guard();
  deps.window.addEventListener('blur', leave);
  deps.window.addEventListener('focus', comeBack);
  deps.document.addEventListener('visibilitychange', guard);
  return () => {
    clearTimeout(timer);
    deps.window.removeEventListener('blur', leave);
    deps.window.removeEventListener('focus', comeBack);
    deps.document.removeEventListener('visibilitychange', guard);
  };
}
