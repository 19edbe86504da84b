import { parseArgs } from 'node:util';
import { readCommandLine } from '../../server/command-line.ts';
import { endWithNpm } from '../run/end-with-parent.ts';
import { fail, readPort } from '../run/ports.ts';
import { takePictures } from './pictures.ts';
import { startGallery } from './server.ts';

/**
 * Runs `npm run gallery`: serves every screen and card with sample data until Ctrl-C. With
 * `--pictures`, saves a picture of each entry in both themes instead.
 */
async function main(): Promise<void> {
  const { pictures = false } = readCommandLine(
    'npm run gallery [-- --pictures]',
    (args) => parseArgs({ args: [...args], options: { pictures: { type: 'boolean' } } }).values,
  );
  const gallery = await startGallery(pictures ? 0 : readPort('GALLERY_PORT', 8790));
  const end = () => void gallery.server.close().then(() => process.exit());
  if (pictures) {
    console.log(`saved: ${await takePictures(gallery.url)}`);
    end();
    return;
  }
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  endWithNpm(end);
  console.log(`ready: gallery ${gallery.url}`);
}

main().catch(fail);
