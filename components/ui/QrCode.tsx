import { encode } from 'uqr';

/** Width of the quiet zone in modules (ISO 18004). */
const QUIET = 4;

/** Shows a QR code, dark on white in every theme. Many readers can't read inverted codes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  const side = size + 2 * QUIET;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      shapeRendering="crispEdges"
      className="w-56 rounded-2xl bg-white"
    >
      <path d={path} fill="#10201a" />
    </svg>
  );
}
