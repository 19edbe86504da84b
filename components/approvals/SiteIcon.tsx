import { useQuery } from '@tanstack/react-query';
import { hostParts } from '../ui/host-parts.ts';

const SIZE = 28;
/** A host that no site can have (RFC 6761): the store answers with its picture for "no icon". */
const NO_SITE = 'https://nothing.invalid';

/**
 * A site's icon from the browser's own store: nothing is requested from the site. Without an icon
 * there, and in browsers without that store, the first letter of the host.
 */
export function SiteIcon({ origin }: { origin: string }) {
  const { data: hasIcon = false } = useQuery({
    queryKey: ['site-icon', origin],
    queryFn: () => isStored(origin),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (!hasIcon) {
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
      src={addressOf(origin)}
      width={SIZE}
      height={SIZE}
      alt=""
      data-testid="site-icon"
      className="size-7 shrink-0 rounded-lg bg-raised p-0.5"
    />
  );
}

const addressOf = (origin: string) =>
  `/_favicon/?pageUrl=${encodeURIComponent(origin)}&size=${SIZE * 2}`;

/** Returns false when the store has no icon of a site, which it answers with a picture of a globe. */
async function isStored(origin: string): Promise<boolean> {
  const [icon, none] = await Promise.all([bytesOf(origin), bytesOf(NO_SITE)]);
  return icon.length !== none.length || icon.some((byte, at) => byte !== none[at]);
}

async function bytesOf(origin: string): Promise<Uint8Array> {
  const response = await fetch(addressOf(origin));
  if (!response.ok) throw new Error(`the icon store answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
