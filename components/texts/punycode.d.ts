declare module 'punycode/punycode.es6.js' {
  /** Returns a domain name with its punycode labels decoded; throws `RangeError` if malformed. */
  export function toUnicode(domain: string): string;
}
