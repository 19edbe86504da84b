declare module 'punycode/punycode.es6.js' {
  /**
   * Returns a domain name with its punycode labels decoded. Throws `RangeError` for malformed ones.
   */
  export function toUnicode(domain: string): string;
}
