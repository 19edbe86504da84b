import { installWithApt } from '../debian.ts';
import { firstThatStarts, onPath } from '../find-browser.ts';

const ON_PATH = ['firefox-esr', 'firefox'];
const PLACES: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
  win32: [`${process.env.ProgramFiles ?? 'C:\\Program Files'}\\Mozilla Firefox\\firefox.exe`],
};

/** Returns the Firefox at `FIREFOX_PATH`, if the variable is set; otherwise the system's. */
async function findFirefox(): Promise<string | undefined> {
  const chosen = process.env.FIREFOX_PATH;
  if (chosen === undefined || chosen === '') {
    return firstThatStarts([...onPath(ON_PATH), ...(PLACES[process.platform] ?? [])]);
  }
  const found = await firstThatStarts([chosen]);
  if (found !== undefined) return found;
  throw new Error(`FIREFOX_PATH is "${chosen}", but no browser starts from there.`);
}

/**
 * Returns the path of a Firefox that starts: `FIREFOX_PATH` or the system's. Otherwise installs
 * Debian's Firefox with apt, as root.
 * @throws Error with one sentence that says what to do
 */
export async function ensureFirefox(): Promise<string> {
  const present = await findFirefox();
  if (present !== undefined) return present;
  await installWithApt('firefox-esr');
  const installed = await findFirefox();
  if (installed !== undefined) return installed;
  throw new Error(
    'No Firefox was found or could be installed: install it (Debian: apt-get install firefox-esr) or set FIREFOX_PATH to its executable.',
  );
}
