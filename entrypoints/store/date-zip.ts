/** 1980-01-01, the first day that a zip can name, as a DOS date. */
const FIRST_DAY = 0x0021;
const CENTRAL_HEADER = 0x02014b50;
const END_RECORD_BYTES = 22;

/**
 * Sets the date of all entries to 1980-01-01 00:00, in place. WXT's zipper writes month and day 0,
 * which some programs reject. The zip must have no comment.
 */
export function dateZip(zip: Uint8Array): void {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  // The end record points to the central directory; each of its headers to a local header.
  let at = view.getUint32(zip.length - END_RECORD_BYTES + 16, true);
  while (view.getUint32(at, true) === CENTRAL_HEADER) {
    view.setUint16(at + 14, FIRST_DAY, true);
    view.setUint16(view.getUint32(at + 42, true) + 12, FIRST_DAY, true);
    const lengths = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    at += 46 + lengths.reduce((sum, length) => sum + length, 0);
  }
}
