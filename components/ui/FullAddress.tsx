/** A whole address in groups of four, so that it can be compared digit by digit. */
export function FullAddress({ address, className = '' }: { address: string; className?: string }) {
  const groups = Array.from({ length: 10 }, (_, i) => ({
    at: i,
    digits: address.slice(2 + 4 * i, 6 + 4 * i),
  }));
  return (
    <span title={address} className={`flex flex-wrap gap-x-1.5 font-mono text-xs ${className}`}>
      <span className="sr-only">{address}</span>
      <span aria-hidden>0x</span>
      {groups.map(({ at, digits }) => (
        <span
          key={at}
          aria-hidden
          className={at === 0 || at === 9 ? 'font-bold text-ink' : 'text-muted'}
        >
          {digits}
        </span>
      ))}
    </span>
  );
}
