/** Scrolls a line to one of its buttons: the browser leaves one that has the focus cut off. */
export function intoLine(button: Element | null): void {
  button?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
