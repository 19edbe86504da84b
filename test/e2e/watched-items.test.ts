import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { concatHex, encodeAbiParameters, type Hex, numberToHex, padHex, size, toHex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from '../helpers/axe.ts';
import { cutOff } from '../helpers/cut-off.ts';
import { eventually } from '../helpers/eventually.ts';
import { type PageServer, startPageServer } from '../helpers/page-server.ts';
import { textsOf } from '../helpers/texts.ts';
import { startWalletInUse, type WalletInUse } from '../helpers/wallet-in-use.ts';

const PICTURES = fileURLToPath(new URL('../../.output/watched-items/', import.meta.url));
const BIRDS = '0x00000000000000000000000000000000000B19d5';
const BADGES = '0x00000000000000000000000000000000000bAd9E';
const LONG_ID = (2n ** 255n).toString();
/** Prompts that a site may have open, and rounds of them after which it is slowed. */
const OPEN = 8;
const ROUNDS = 4;

let used: WalletInUse;
let server: PageServer;
let site: Page;

beforeAll(async () => {
  await mkdir(PICTURES, { recursive: true });
  [used, server] = await Promise.all([startWalletInUse(), startPageServer()]);
  const name = encodeAbiParameters([{ type: 'string' }], ['Birds of Base']);
  const { client } = used.devnet;
  await client.setCode({
    address: BIRDS,
    bytecode: answering({
      '0x6352211e': padHex(toHex(BigInt(used.address)), { size: 32 }),
      '0x06fdde03': name,
    }),
  });
  await client.setCode({
    address: BADGES,
    bytecode: answering({ '0x00fdd58e': padHex('0x03', { size: 32 }) }),
  });
  site = await used.browser.context.newPage();
  await site.goto(`${server.url}/site`);
});

afterAll(async () => {
  await used?.stop();
  await server?.stop();
});

/** Code of a contract that returns a fixed answer for each selector, and reverts otherwise. */
function answering(answers: Readonly<Record<Hex, Hex>>): Hex {
  const START: Hex = '0x60003560e01c';
  const REVERT: Hex = '0x60006000fd';
  const entries = Object.entries(answers) as [Hex, Hex][];
  let at = size(START) + entries.length * 11 + size(REVERT);
  const jumps: Hex[] = [];
  const bodies: Hex[] = [];
  for (const [selector, answer] of entries) {
    const words = Array.from({ length: size(answer) / 32 }, (_, i): Hex => {
      const word: Hex = `0x${answer.slice(2 + i * 64, 66 + i * 64)}`;
      return concatHex(['0x7f', word, '0x60', numberToHex(i * 32, { size: 1 }), '0x52']);
    });
    const end = concatHex(['0x60', numberToHex(size(answer), { size: 1 }), '0x6000f3']);
    const body = concatHex(['0x5b', ...words, end]);
    jumps.push(concatHex(['0x8063', selector, '0x1461', numberToHex(at, { size: 2 }), '0x57']));
    bodies.push(body);
    at += size(body);
  }
  return concatHex([START, ...jumps, REVERT, ...bodies]);
}

const ask = (method: string, params: unknown) =>
  site.evaluate(
    `ethereum.request(${JSON.stringify({ method, params })}).then((result) => result, ({ code }) => code)`,
  );
const watch = (type: string, address: string, tokenId: string) =>
  ask('wallet_watchAsset', { type, options: { address, tokenId } });

/** Looks at a screen in light and dark: nothing cut off, nothing that axe finds, pictures. */
async function look(page: Page, name: string): Promise<void> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    found.push(...(await cutOff(page)));
    await page.screenshot({ path: `${PICTURES}${name}-${colorScheme}.png`, fullPage: true });
  }
  found.push(...(await axeFindings(page)));
  expect(found).toEqual([]);
}

describe.each(['en', 'de'])('in the language %s', (language) => {
  let words: Readonly<Record<string, string>>;
  const t = (key: string) => words[key.replaceAll('.', '_')] ?? key;
  const press = (key: string) =>
    used.wallet.page.getByRole('button', { name: new RegExp(`^${t(key)}`) }).click();
  const openHome = async () => {
    await used.wallet.page.goto(`chrome-extension://${used.browser.extensionId}/popup.html`);
    await used.wallet.page.getByTestId('address').waitFor();
  };
  const openSettings = async (key: string) => {
    await openHome();
    await press('settings.settings');
    await press(key);
  };

  beforeAll(async () => {
    words = await textsOf('en');
    await openSettings('settings.language');
    await used.wallet.page.getByLabel(language === 'de' ? 'Deutsch' : 'English').check();
    words = await textsOf(language);
    await used.wallet.page.getByRole('heading', { name: t('settings.language') }).waitFor();
  });

  it('items of a collection are shown on Home once the user agreed, and can be hidden', async () => {
    const { page } = used.wallet;
    for (const [name, type, address, id] of [
      ['bird', 'ERC721', BIRDS, '7'],
      ['badge', 'ERC1155', BADGES, LONG_ID],
    ] as const) {
      const answer = watch(type, address, id);
      const window = await used.approval();
      await window.getByText(type, { exact: true }).waitFor();
      await look(window, `${language}-${name}`);
      const closed = window.waitForEvent('close');
      await window.getByRole('button', { name: t('approvals.showIt'), exact: true }).click();
      await closed;
      expect(await answer).toBe(true);
    }
    await openHome();
    const items = page.getByTestId('collectibles');
    await items.getByText('Birds of Base #7').waitFor();
    await items.getByText('· 3 ×').waitFor();
    await items.scrollIntoViewIfNeeded();
    await look(page, `${language}-home`);
    const hide = items.getByRole('button');
    await hide.first().click();
    await eventually(async () => expect(await hide.count()).toBe(1));
    await hide.first().click();
    await items.waitFor({ state: 'detached' });
  });

  it('a site that was rejected too often is slowed until the user allows it again', async () => {
    const { page } = used.wallet;
    if (language === 'en') {
      await Promise.all([ask('eth_requestAccounts', []), used.answer('Connect')]);
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      const answers = Array.from({ length: OPEN }, () =>
        ask('personal_sign', ['0x68656c6c6f', used.address]),
      );
      const window = await used.approval();
      await window.getByText(new RegExp(`^1 (of|von) ${OPEN}$`)).waitFor();
      await window.close();
      expect(await Promise.all(answers)).toEqual(answers.map(() => 4001));
    }
    await openHome();
    await page.getByTestId('slowed-sites').getByText(server.url).waitFor();
    await look(page, `${language}-slowed`);
    await page.getByTestId('slowed-sites').getByRole('button').click();
    await page.getByTestId('slowed-sites').waitFor({ state: 'detached' });
    const signed = ask('personal_sign', ['0x68656c6c6f', used.address]);
    const window = await used.approval();
    await window.close();
    expect(await signed).toBe(4001);
  });

  it('a built-in network is used by one click, test networks only on request', async () => {
    const { page } = used.wallet;
    await openSettings('settings.networks');
    const offered = page.getByTestId('offered-networks');
    await offered.getByText('Polygon').waitFor();
    expect(await offered.getByText('Sepolia', { exact: true }).count()).toBe(0);
    await page.getByLabel(t('settings.showTestNetworks')).check();
    await offered.getByText('Sepolia', { exact: true }).waitFor();
    await offered.getByRole('listitem').filter({ hasText: 'Polygon' }).getByRole('button').click();
    const inUse = page.getByTestId('networks').getByRole('listitem').filter({ hasText: 'Polygon' });
    await inUse.first().waitFor();
    await look(page, `${language}-networks`);
    await inUse.getByRole('button').last().click();
    await offered.getByText('Polygon').waitFor();
  });
});
