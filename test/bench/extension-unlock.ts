import type { WalletBrowser } from '../helpers/wallet-browser.ts';
import type { WalletUser } from '../helpers/wallet-user.ts';

const ANSWERED = 'condor-answered';

/** Stores the time of a passkey's answer, for all pages of the extension. */
const NOTE_ANSWER = `
  if (navigator.credentials !== undefined) {
    const get = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = async (options) => {
      const answer = await get(options);
      localStorage.setItem('${ANSWERED}', String(performance.timeOrigin + performance.now()));
      return answer;
    };
  }`;

/** Resolves with the time at which the page shows an account. */
const USABLE = `
  globalThis.usable = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('[data-testid=address]') === null) return;
      observer.disconnect();
      resolve(performance.timeOrigin + performance.now());
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  undefined`;

/** Returns the milliseconds from the passkey's answer until Home is usable, per unlock. */
export async function unlockTimes(
  { context }: Pick<WalletBrowser, 'context'>,
  wallet: Pick<WalletUser, 'page' | 'lock' | 'unlock'>,
  rounds: number,
): Promise<number[]> {
  await context.addInitScript(NOTE_ANSWER);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await wallet.lock();
    await wallet.page.evaluate(USABLE);
    await wallet.unlock();
    const usable = Number(await wallet.page.evaluate('usable'));
    times.push(usable - Number(await wallet.page.evaluate(`localStorage.getItem('${ANSWERED}')`)));
  }
  return times;
}
