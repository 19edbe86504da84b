/** Selects visible elements of a page. */
export interface Query {
  readonly selector: string;
  /** An exact text or a pattern; undefined matches every element. */
  readonly text?: string | { readonly source: string; readonly flags: string };
  /** Compares the text with the accessible name, or with the text content. */
  readonly by: 'name' | 'content';
}

/**
 * Returns the innermost elements that a query selects. Runs in the page, so it can't use code
 * outside of this function.
 */
export function findElements({ selector, text, by }: Query): Element[] {
  const plain = (value: string | null | undefined) => (value ?? '').replace(/\s+/g, ' ').trim();
  const labelsOf = (element: Element) =>
    'labels' in element && element.labels instanceof NodeList ? [...element.labels] : [];
  const nameOf = (element: Element) =>
    [
      element.getAttribute('aria-label'),
      labelsOf(element)
        .map(({ textContent }) => textContent)
        .join(' '),
      element.textContent,
      element.getAttribute('title'),
    ]
      .map(plain)
      .find((name) => name !== '') ?? '';
  const matches = (found: string) =>
    text === undefined ||
    (typeof text === 'string'
      ? found === plain(text)
      : new RegExp(text.source, text.flags).test(found));
  const found = [...document.querySelectorAll(selector)].filter(
    (element) =>
      element.checkVisibility() &&
      matches(by === 'name' ? nameOf(element) : plain(element.textContent)),
  );
  // Keeps the innermost elements, because an element's text is also part of its ancestors' content.
  return found.filter(
    (element) => !found.some((other) => other !== element && element.contains(other)),
  );
}
