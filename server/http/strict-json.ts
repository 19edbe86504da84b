import { fromUtf8 } from '../../shared/bytes.ts';
import { isWithinShape } from '../../shared/json-shape.ts';

export interface StrictJson {
  readonly value: unknown;
  /** Exact text of each member of the outermost object, for digests of the received bytes. */
  readonly members: ReadonlyMap<string, string>;
}

const MAX_DEPTH = 16;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Parses JSON that all parsers understand equally: valid UTF-8 without BOM, no duplicate member at
 * any depth, no lone surrogate, at most 16 levels deep. Returns undefined for other input.
 */
export function parseStrictJson(bytes: Uint8Array): StrictJson | undefined {
  try {
    const text = fromUtf8(bytes);
    if (!isWithinShape(text, { depth: MAX_DEPTH, values: bytes.length })) return undefined;
    const value: unknown = JSON.parse(text);
    const members = scan(text);
    return members === undefined ? undefined : { value, members };
  } catch {
    // The caller has the same response for all reasons.
    return undefined;
  }
}

/**
 * Scans text that `JSON.parse` has accepted, so it doesn't check the grammar again. Skips whole
 * strings, so the cost depends on the number of tokens, not on their length.
 */
function scan(text: string): Map<string, string> | undefined {
  const members = new Map<string, string>();
  /** The names that occurred in each open object; undefined for an array. */
  const open: (Set<string> | undefined)[] = [];
  const hasEscapes = text.includes('\\');
  let isKey = false;
  let key = '';
  let valueStart = 0;
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case OPEN_OBJECT:
        if (open.push(new Set()) > MAX_DEPTH) return undefined;
        isKey = true;
        break;
      case OPEN_LIST:
        if (open.push(undefined) > MAX_DEPTH) return undefined;
        isKey = false;
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        if (open.length === 1 && key !== '') members.set(key, text.slice(valueStart, i).trim());
        open.pop();
        break;
      case COLON:
        isKey = false;
        if (open.length === 1) valueStart = i + 1;
        break;
      case COMMA:
        if (open.length === 1) members.set(key, text.slice(valueStart, i).trim());
        isKey = open.at(-1) !== undefined;
        break;
      case QUOTE: {
        const end = hasEscapes ? endOfString(text, i) : text.indexOf('"', i + 1);
        const string = readString(text, i, end, hasEscapes);
        if (!string.isWellFormed()) return undefined;
        if (isKey) {
          const names = open.at(-1);
          if (names === undefined || names.has(string)) return undefined;
          names.add(string);
          if (open.length === 1) key = string;
        }
        i = end;
        break;
      }
      default:
    }
  }
  return members;
}

function endOfString(text: string, start: number): number {
  let i = start + 1;
  while (text.charCodeAt(i) !== QUOTE) i += text.charCodeAt(i) === BACKSLASH ? 2 : 1;
  return i;
}

function readString(text: string, start: number, end: number, hasEscapes: boolean): string {
  const raw = text.slice(start + 1, end);
  return hasEscapes && raw.includes('\\') ? String(JSON.parse(`"${raw}"`)) : raw;
}
