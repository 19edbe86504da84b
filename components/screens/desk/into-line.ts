/** Scrolls a line of buttons to the focused button, which browsers leave cut off. */
export function intoLine(button: Element | null): void {
  button?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
