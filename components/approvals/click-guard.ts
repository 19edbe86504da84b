/** Milliseconds for which a new prompt ignores clicks. It can appear under a moving mouse. */
export const GUARD_MS = 600;
/** Milliseconds without focus after which a window that returns counts as new. */
export const AWAY_MS = 150;

type Events = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

/**
 * Ignores clicks for `GUARD_MS` after the start and whenever the window gets the focus, because a
 * site can bring the window under a moving mouse. A click during this time restarts the guard, so
 * that fast clicks on a page never hit a prompt. Tabbing through the browser's toolbar takes the
 * focus only briefly and doesn't restart the guard. For a window without focus, the time starts
 * when the window gets the focus. Returns a function that ends the guard.
 */
export function guardClicks(deps: {
  window: Events;
  document: Events;
  hasFocus: () => boolean;
  /** Milliseconds of a monotonic clock. */
  now: () => number;
  onChange: (isGuarded: boolean) => void;
}): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let leftAt = deps.hasFocus() ? undefined : Number.NEGATIVE_INFINITY;
  const guard = () => {
    clearTimeout(timer);
    deps.onChange(true);
    timer = setTimeout(() => {
      timer = undefined;
      deps.onChange(false);
    }, GUARD_MS);
  };
  const press = () => {
    if (timer !== undefined) guard();
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
  deps.window.addEventListener('pointerdown', press, true);
  return () => {
    clearTimeout(timer);
    deps.window.removeEventListener('blur', leave);
    deps.window.removeEventListener('focus', comeBack);
    deps.document.removeEventListener('visibilitychange', guard);
    deps.window.removeEventListener('pointerdown', press, true);
  };
}
