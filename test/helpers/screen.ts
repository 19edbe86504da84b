import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDebianFile } from './debian.ts';
import { pngOfXwd } from './xwd.ts';

const XVFB = '/usr/bin/Xvfb';

/** A virtual screen without a window manager, on which headed browsers show their real windows. */
export interface Screen {
  /** Display name of the screen, such as `:7`, for the environment variable `DISPLAY`. */
  readonly display: string;
  readonly width: number;
  readonly height: number;
  /** Saves the whole screen as a PNG: all windows with frames and scrollbars. */
  savePicture(path: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a virtual screen. Xvfb chooses a free display. */
export async function startScreen(size: { width: number; height: number }): Promise<Screen> {
  await ensureDebianFile(XVFB, 'xvfb');
  const folder = await mkdtemp(join(tmpdir(), 'condor-screen-'));
  const { width, height } = size;
  const server = spawn(
    XVFB,
    [
      ...['-displayfd', '3', '-screen', '0', `${width}x${height}x24`],
      ...['-fbdir', folder, '-nolisten', 'tcp', '-noreset'],
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const number = await new Promise<string>((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', () => reject(new Error('Xvfb ended before it had a display.')));
    server.stdio[3]?.once('data', (data: unknown) => resolve(String(data).trim()));
  });
  return {
    display: `:${number}`,
    ...size,
    async savePicture(path) {
      await writeFile(path, pngOfXwd(await readFile(join(folder, 'Xvfb_screen0'))));
    },
    async stop() {
      server.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
