/** Labels below which many country domains register names, for example "co.uk" and "com.au". */
const CATEGORIES: ReadonlySet<string> = new Set(
  'ac co com ed edu gob gov go gr gv in info ltd me mil mod ne net nhs nom or org plc sch web'.split(
    ' ',
  ),
);

/** Hosts below which anyone can get a name, for example those of hosting services. */
const SHARED_HOSTS: ReadonlySet<string> = new Set([
  'appspot.com',
  'azurestaticapps.net',
  'azurewebsites.net',
  'blogspot.com',
  'cloudfront.net',
  'codesandbox.io',
  'csb.app',
  'deno.dev',
  'dweb.link',
  'eth.limo',
  'eth.link',
  'firebaseapp.com',
  'fleek.co',
  'fly.dev',
  'framer.app',
  'github.io',
  'gitlab.io',
  'glitch.me',
  'herokuapp.com',
  'netlify.app',
  'ngrok-free.app',
  'ngrok.io',
  'on-fleek.app',
  'onrender.com',
  'pages.dev',
  'r2.dev',
  'replit.app',
  'repl.co',
  'surge.sh',
  'trycloudflare.com',
  'up.railway.app',
  'vercel.app',
  'web.app',
  'webflow.io',
  'wordpress.com',
  'workers.dev',
]);

/**
 * Returns the part of a host that its owner registered: "example.co.uk" of "app.example.co.uk".
 * Returns IP addresses and single labels whole. Uses short rules instead of the list of public
 * suffixes (200 kB that change weekly). Treats all owners below an unlisted shared host as one
 * owner.
 */
export function registrableDomain(hostname: string): string {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  if (host.startsWith('[') || /^[\d.]+$/.test(host)) return host;
  const labels = host.split('.');
  const ending = (count: number) => labels.slice(-count).join('.');
  const isCategory = labels.at(-1)?.length === 2 && CATEGORIES.has(labels.at(-2) ?? '');
  if (isCategory || SHARED_HOSTS.has(ending(2))) return ending(3);
  return SHARED_HOSTS.has(ending(3)) ? ending(4) : ending(2);
}

/**
 * Returns the site of an origin. Limits and blocks apply to sites, because subdomains, ports and
 * schemes cost an owner nothing.
 */
export function siteOf(origin: string): string {
  return URL.canParse(origin) ? registrableDomain(new URL(origin).hostname) || origin : origin;
}
