/** Shows a small symmetric image of an address, by which the user can tell accounts apart. */
export function Identicon({ address, size = 36 }: { address: string; size?: number }) {
  const digits = address.slice(2).toLowerCase();
  const digit = (at: number) => Number.parseInt(digits.charAt(at % 40), 16) || 0;
  const hue = (digit(0) * 16 + digit(1)) * 1.4;
  const cells = Array.from({ length: 15 }, (_, i) => digit(i + 2) % 2 === 0);
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 7 7"
      width={size}
      height={size}
      className="shrink-0 rounded-full"
      style={{ background: `hsl(${hue} 45% 28%)` }}
    >
      {cells.map((isOn, i) => {
        const x = i % 3;
        const y = Math.floor(i / 3);
        if (!isOn) return null;
        const fill = `hsl(${hue + 40} 75% 72%)`;
        const key = `${x}-${y}`;
        return (
          <g key={key} fill={fill}>
            <rect x={1 + x} y={1 + y} width="1" height="1" />
            {x < 2 ? <rect x={5 - x} y={1 + y} width="1" height="1" /> : null}
          </g>
        );
      })}
    </svg>
  );
}
