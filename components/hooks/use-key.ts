import { useEffect, useRef } from 'react';

/**
 * Calls a function when a key is pressed anywhere on the page. Ignores keys that another element
 * has used, keys with Ctrl, Alt or Meta, keys below an open dialog, and keys that a text field
 * needs: printable ones, and Escape while there is text to clear.
 */
export function useKey(key: string, onPress: () => void): void {
  const press = useRef(onPress);
  press.current = onPress;
  useEffect(() => {
    const listening = new AbortController();
    document.addEventListener(
      'keydown',
      (event) => {
        if (
          event.key.toLowerCase() !== key.toLowerCase() ||
          event.defaultPrevented ||
          event.isComposing
        )
          return;
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        if (document.querySelector('dialog[open]') !== null) return;
        if (isNeededBy(event.target, key)) return;
        event.preventDefault();
        press.current();
      },
      { signal: listening.signal },
    );
    return () => listening.abort();
  }, [key]);
}

/** Types of inputs in which letters can't be typed. */
const UNTYPED: readonly string[] = ['checkbox', 'radio', 'range'];

function isNeededBy(target: EventTarget | null, key: string): boolean {
  if (target instanceof HTMLInputElement && target.type === 'search') {
    return key.length === 1 || target.value !== '';
  }
  if (key.length > 1) return target instanceof HTMLSelectElement;
  return (
    (target instanceof HTMLInputElement && !UNTYPED.includes(target.type)) ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  );
}
