/** The few CBOR items that an attestation object of format "none" needs (RFC 8949). */
const head = (major, value) =>
  value < 24
    ? [(major << 5) | value]
    : value < 256
      ? [(major << 5) | 24, value]
      : [(major << 5) | 25, value >> 8, value & 255];

export const cborText = (text) => {
  const bytes = new TextEncoder().encode(text);
  return [...head(3, bytes.length), ...bytes];
};

export const cborBytes = (bytes) => [...head(2, bytes.length), ...bytes];

export const cborInteger = (value) => (value < 0 ? head(1, -1 - value) : head(0, value));

/** Entries in the order given: the caller keeps them canonical. */
export const cborMap = (entries) => [...head(5, entries.length), ...entries.flat(2)];
