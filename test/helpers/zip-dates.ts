/** Returns the dates of all headers of a zip, local and central, such as `1980-1-1`. */
export function zipDates(zip: Uint8Array): string[] {
  const bytes = Buffer.from(zip);
  return [...offsetsOf(bytes, 'PK\x03\x04', 12), ...offsetsOf(bytes, 'PK\x01\x02', 14)].map(
    (at) => {
      const date = bytes.readUInt16LE(at);
      return `${1980 + (date >> 9)}-${(date >> 5) & 15}-${date & 31}`;
    },
  );
}

function offsetsOf(bytes: Buffer, signature: string, field: number): number[] {
  const offsets: number[] = [];
  for (let at = bytes.indexOf(signature); at !== -1; at = bytes.indexOf(signature, at + 1))
    offsets.push(at + field);
  return offsets;
}
