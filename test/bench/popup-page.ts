/**
 * Code that runs inside the wallet's page during measurements. Each function is sent separately, so
 * it can't use anything else in this file.
 */

/** Records `rows-painted` in the first frame with a row in the list. */
export function markFirstRow(): void {
  new MutationObserver((_, observer) => {
    if (document.querySelector('[data-testid=orders] li[data-row]') === null) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => performance.mark('rows-painted');
      channel.port2.postMessage(null);
    });
  }).observe(document, { childList: true, subtree: true });
}

/** Returns the epoch milliseconds of the frame in which the first row has one of these prices. */
export function paintedPrice(prices: readonly string[]): Promise<number> {
  const wanted = new Set(prices);
  return new Promise((resolve) => {
    const look = () => {
      const price = document.querySelector('[data-testid=orders] [data-price]');
      if (!wanted.has(price?.getAttribute('data-price') ?? '')) {
        requestAnimationFrame(look);
        return;
      }
      const channel = new MessageChannel();
      channel.port1.onmessage = () => resolve(performance.timeOrigin + performance.now());
      channel.port2.postMessage(null);
    };
    look();
  });
}

/** Returns milliseconds from choosing a value until the resulting list is painted. */
export function timeOfChoice([label, value, status]: readonly [
  string,
  string,
  string,
]): Promise<number> {
  const labels = [...document.querySelectorAll('label')];
  const id = labels.find(({ textContent }) => textContent === label)?.htmlFor ?? '';
  const select = document.getElementById(id);
  if (!(select instanceof HTMLSelectElement)) throw new Error(`no choice ${label}`);
  const first = () => document.querySelector('[data-testid=orders] li[data-row]')?.textContent;
  const before = first();
  return new Promise((resolve) => {
    const from = performance.now();
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
    const look = () => {
      const shown = document.querySelector('h1 + [role=status]')?.textContent ?? '';
      const isDone = status === '' ? first() !== before : shown.endsWith(status);
      if (!isDone) {
        requestAnimationFrame(look);
        return;
      }
      const channel = new MessageChannel();
      channel.port1.onmessage = () => resolve(performance.now() - from);
      channel.port2.postMessage(null);
    };
    look();
  });
}

/** Starts to record the milliseconds of every frame. */
export function watchFrames(): void {
  const frames: number[] = [];
  Object.assign(globalThis, { frames });
  let last: number | undefined;
  const step = (now: number) => {
    if (last !== undefined) frames.push(now - last);
    last = now;
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

export function frames(): unknown {
  return Reflect.get(globalThis, 'frames');
}

/** Starts to record the milliseconds from each keystroke to the page's last change. */
export function watchKeystrokes(): void {
  const times: number[] = [];
  Object.assign(globalThis, { keystrokes: times });
  document.addEventListener(
    'beforeinput',
    () => {
      const from = performance.now();
      let changed = from;
      const observer = new MutationObserver(() => {
        changed = performance.now();
      });
      observer.observe(document.body, {
        childList: true,
        subtree: true,
        characterData: true,
        attributes: true,
      });
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          observer.disconnect();
          times.push(changed - from);
        }),
      );
    },
    { capture: true },
  );
}

/** Resolves when no visible row is waiting for a check. */
export function everyRowOpen(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      const rows = document.querySelectorAll('[data-testid=orders] li[data-row] button');
      const isOpen = [...rows].every((row) => row.getAttribute('aria-disabled') === 'false');
      if (rows.length > 0 && isOpen) resolve();
      else setTimeout(look, 20);
    };
    look();
  });
}

/** Returns when `markFirstRow` found rows, in milliseconds since the page began to load. */
export function rowsPaintedAt(): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      const [mark] = performance.getEntriesByName('rows-painted');
      if (mark === undefined) setTimeout(look, 20);
      else resolve(mark.startTime);
    };
    look();
  });
}

/** Returns the times recorded by `watchKeystrokes`, once `count` times are recorded. */
export function keystrokes(count: number): Promise<unknown> {
  return new Promise((resolve) => {
    const look = () => {
      const times: unknown = Reflect.get(globalThis, 'keystrokes');
      if (Array.isArray(times) && times.length >= count) resolve(times);
      else setTimeout(look, 10);
    };
    look();
  });
}
