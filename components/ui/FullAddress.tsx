/**
 * Shows a full address in two lines of groups of four digits, for comparing the address digit by
 * digit.
 */
export function FullAddress({ address, className = '' }: { address: string; className?: string }) {
  const groups = Array.from({ length: 10 }, (_, i) => ({
    at: i,
    digits: address.slice(2 + 4 * i, 6 + 4 * i),
  }));
  return (
    <span
      title={address}
      className={`inline-block font-mono ${className === '' ? 'text-xs' : className}`}
    >
      <span className="sr-only">{address}</span>
      <span aria-hidden className="grid w-fit grid-cols-[repeat(6,auto)] gap-x-1.5">
        <span className="row-span-2">0x</span>
        {groups.map(({ at, digits }) => (
          <span key={at} className={at === 0 || at === 9 ? 'font-bold' : ''}>
            {digits}
          </span>
        ))}
      </span>
    </span>
  );
}
