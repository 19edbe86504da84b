import type { Ending } from './ending.ts';
import type { LocalData } from './local-data.ts';
import { openBrowser } from './open-browser.ts';
import type { Passkeys } from './passkeys.ts';
import { progress } from './progress.ts';

const PASSKEYS: Readonly<Record<Passkeys, string>> = {
  simulated:
    'Its passkeys are simulated, for development only: each prompt is confirmed without a question. "npm start -- --real-passkeys" uses those of this computer.',
  real: 'Its passkeys are those of this computer, a phone or a security key.',
};

interface Shown {
  /** Folder of the extension. */
  readonly extension: string;
  readonly isShown: boolean;
  readonly passkeys: Passkeys;
  readonly files: LocalData;
}

/**
 * Opens a browser, and opens it again when the user presses Enter after closing it. If no browser
 * can be shown, prints the manual steps.
 */
export async function showBrowser(
  ending: Ending,
  dappUrl: string,
  { extension, isShown, passkeys, files }: Shown,
): Promise<void> {
  const byHand = `In Chromium, open chrome://extensions, switch on "Developer mode", choose "Load unpacked" and take ${extension}. Then open ${dappUrl}.`;
  if (!isShown) {
    console.log(`No browser was opened. ${byHand}`);
    return;
  }
  let isOpen = false;
  const open = async () => {
    if (isOpen || ending.isEnding()) return;
    isOpen = true;
    progress('Chromium; without one it is installed, which takes a minute or more');
    try {
      const browser = await openBrowser(dappUrl, {
        extension,
        passkeys,
        profile: files.profile,
      });
      ending.add(browser.close);
      void browser.ended.then(() => {
        isOpen = false;
        if (!ending.isEnding())
          console.log('The browser was closed. Press Enter to open it again.');
      });
      console.log(`Chromium is open with the extension. ${PASSKEYS[passkeys]}`);
    } catch (error) {
      isOpen = false;
      console.log(`${error instanceof Error ? error.message : String(error)} ${byHand}`);
    }
  };
  await open();
  console.log('When you have closed the browser, press Enter here to open it again.');
  process.stdin.on('data', () => void open());
}
