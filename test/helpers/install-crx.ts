import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { browserArgs, ensureBrowser, headlessArgs } from './browser.ts';
import { eventually } from './eventually.ts';

/** A CRX file, with the id and version that Chromium should read from it. */
export interface CrxFile {
  readonly id: string;
  readonly version: string;
  readonly content: Buffer;
}

export interface InstalledCrx {
  /** Folder of the installed files; undefined when Chromium refused the file. */
  folderOf(crx: CrxFile): string | undefined;
  remove(): void;
}

/**
 * Lets Chromium install CRX files in a new profile, with the checks that apply to store files.
 * Closes Chromium after the last installation.
 */
export async function installCrx(...files: readonly CrxFile[]): Promise<InstalledCrx> {
  const profile = mkdtempSync(join(tmpdir(), 'condor-crx-'));
  const external = join(profile, 'External Extensions');
  mkdirSync(external);
  for (const { id, version, content } of files) {
    const path = join(profile, `${id}.crx`);
    writeFileSync(path, content);
    const source = { external_crx: path, external_version: version };
    writeFileSync(join(external, `${id}.json`), JSON.stringify(source));
  }
  const folderOf = ({ id, version }: CrxFile) =>
    globSync(join(profile, `Default/Extensions/${id}/${version}_*`))[0];
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await ensureBrowser(),
    headless: true,
    chromiumSandbox: false,
    // Playwright's second flag, `--disable-default-apps`, would also disable files in `External
    // Extensions`.
    ignoreDefaultArgs: ['--disable-extensions', '--disable-default-apps'],
    args: [...browserArgs, ...headlessArgs],
  });
  const last = files.at(-1);
  await eventually(async () => {
    if (last === undefined || !existsSync(`${folderOf(last)}/manifest.json`))
      throw new Error('Chromium has installed no CRX file yet');
  });
  await context.close();
  return { folderOf, remove: () => rmSync(profile, { recursive: true, force: true }) };
}
