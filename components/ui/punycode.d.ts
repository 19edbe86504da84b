declare module 'punycode/punycode.es6.js' {
  /** A domain name with its labels in punycode decoded. Throws `RangeError` on malformed ones. */
  export function toUnicode(domain: string): string;
}
