const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
};

const decoded = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => ENTITIES[name] ?? '');

/** Returns the text of markup: without tags, with one space between words. */
export function wordsOf(html: string): string {
  return decoded(html.replaceAll(/<[^>]+>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

interface ShownButton {
  /** The button's label for screen readers; without one, the button's text. */
  readonly name: string;
  readonly isDisabled: boolean;
}

/** Returns the buttons of markup, in the order of the page. */
export function buttonsOf(html: string): ShownButton[] {
  return [...html.matchAll(/<button([^>]*)>(.*?)<\/button>/gs)].map(
    ([, attributes = '', content = '']) => ({
      name: decoded(/aria-label="([^"]*)"/.exec(attributes)?.[1] ?? '') || wordsOf(content),
      isDisabled: /\sdisabled=""/.test(attributes),
    }),
  );
}

export function buttonNamesOf(html: string): string[] {
  return buttonsOf(html).map(({ name }) => name);
}

/** Returns the names and values in lists of facts. */
export function factsOf(html: string): [name: string, value: string][] {
  return [...html.matchAll(/<dt[^>]*>(.*?)<\/dt>\s*<dd[^>]*>(.*?)<\/dd>/gs)].map(
    ([, name = '', value = '']) => [wordsOf(name), wordsOf(value)],
  );
}
