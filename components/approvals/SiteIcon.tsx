import { useState } from 'react';
import { hostParts } from '../texts/host-parts.ts';

const SIZE = 28;

/**
 * Shows a site's icon from the browser's cache, without a request to the site. Firefox shows the
 * first letter of the host.
 */
export function SiteIcon({ origin }: { origin: string }) {
  const [isMissing, setIsMissing] = useState(false);
  if (isMissing) {
    const { main } = hostParts(origin);
    return (
      <span
        aria-hidden
        data-testid="site-letter"
        className="grid size-7 shrink-0 place-items-center rounded-lg bg-raised text-sm font-semibold text-muted"
      >
        {main.charAt(0).toUpperCase()}
      </span>
    );
  }
  return (
    <img
      src={`/_favicon/?pageUrl=${encodeURIComponent(origin)}&size=${SIZE * 2}`}
      width={SIZE}
      height={SIZE}
      alt=""
      data-testid="site-icon"
      className="shrink-0 rounded-lg bg-raised p-0.5"
      onError={() => setIsMissing(true)}
    />
  );
}
