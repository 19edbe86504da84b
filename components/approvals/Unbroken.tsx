const SHORTENED = /(0x[0-9a-fA-F]{4}…[0-9a-fA-F]{4})/;

/** Keeps shortened addresses in a sentence on one line: half an address could pass for another. */
export function Unbroken({ text }: { text: string }) {
  const [first, ...rest] = text.split(SHORTENED);
  const pairs = rest.flatMap((part, index) =>
    index % 2 === 0 ? [{ at: index, address: part, after: rest[index + 1] ?? '' }] : [],
  );
  return (
    <>
      {first}
      {pairs.map(({ at, address, after }) => (
        <span key={at}>
          <span className="whitespace-nowrap">{address}</span>
          {after}
        </span>
      ))}
    </>
  );
}
