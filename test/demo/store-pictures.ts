import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';

/** The size that both stores ask for. */
const SIZE = { width: 1280, height: 800 };

/** One picture of the stores: a sentence above screens of the demo. */
interface StorePicture {
  readonly name: string;
  readonly caption: string;
  /** Names of the demo's pictures, from left to right. */
  readonly screens: readonly string[];
}

const PICTURES: readonly StorePicture[] = [
  {
    name: '1-fill',
    caption: 'See what a trade costs, can pay and can lose, before you sign',
    screens: ['approve', 'fill', 'fill-checks'],
  },
  {
    name: '2-orders',
    caption: 'Live options on Base, in your wallet',
    screens: ['orders', 'ticket'],
  },
  {
    name: '3-positions',
    caption: 'Positions verified on the chain',
    screens: ['second-device', 'positions'],
  },
  {
    name: '4-passkey',
    caption: 'A passkey instead of a password. No server needed',
    screens: ['welcome', 'home-not-backed-up', 'locked'],
  },
  {
    name: '5-sync',
    caption: 'Sync your encrypted vault through a server of your own',
    screens: ['on-this-device-only', 'connected'],
  },
];

function page(caption: string, images: readonly string[]): string {
  const shown = images.map((data) => `<img src="data:image/png;base64,${data}">`).join('');
  return `<!doctype html><meta charset=utf-8><style>
    body { margin: 0; height: 100vh; background: #10151f; color: #fff; font-family: system-ui;
      display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 40px }
    h1 { margin: 0; font-size: 34px; font-weight: 600 }
    div { display: flex; gap: 24px; align-items: center }
    img { width: 384px; border-radius: 12px; box-shadow: 0 8px 32px #0008 }
  </style><h1>${caption}</h1><div>${shown}</div>`;
}

/** Combines the demo's pictures in a folder into the stores' pictures, in its subfolder `store`. */
export async function makeStorePictures(context: BrowserContext, folder: string): Promise<void> {
  const taken = await readdir(folder);
  const target = join(folder, 'store');
  await mkdir(target, { recursive: true });
  const tab = await context.newPage();
  await tab.setViewportSize(SIZE);
  for (const { name, caption, screens } of PICTURES) {
    const images = screens.map(async (screen) => {
      const file = taken.find((one) => one.replace(/^\d+-/, '') === `${screen}.png`);
      if (file === undefined) throw new Error(`The demo took no picture "${screen}".`);
      return readFile(join(folder, file), 'base64');
    });
    await tab.setContent(page(caption, await Promise.all(images)));
    await tab.screenshot({ path: join(target, `${name}.png`) });
  }
  await tab.close();
}
