/** Limits of JSON that may be parsed on the event loop. */
export interface JsonShape {
  readonly depth: number;
  /** Maximum number of members and items altogether. */
  readonly values: number;
  /** Maximum number of escapes in strings; unlimited by default. */
  readonly escapes?: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Returns whether a text is within the limits, before it is parsed: `JSON.parse` needs a hundred
 * times longer for two megabytes of `[` than for an order book. The parser reports other mistakes.
 */
export function isWithinShape(text: string, shape: JsonShape): boolean {
  const { depth, values, escapes = Number.POSITIVE_INFINITY } = shape;
  let open = 0;
  let count = 0;
  let escaped = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        for (at++; at < text.length && text.charCodeAt(at) !== QUOTE; at++)
          if (text.charCodeAt(at) === BACKSLASH) {
            at++;
            if (++escaped > escapes) return false;
          }
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        open++;
        count++;
        if (open > depth || count > values) return false;
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        open--;
        break;
      case COMMA:
        count++;
        if (count > values) return false;
        break;
      default:
    }
  }
  return true;
}
