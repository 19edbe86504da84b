import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { generateChromeMessages, parseMessagesFile } from '@wxt-dev/i18n/build';
import { createServer, type Plugin, type ViteDevServer } from 'vite';
import { joinLocales } from '../../entrypoints/store/join-locales.ts';
import { LANGUAGES, textsPath } from '../../shared/texts.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Serves the texts at the paths of the extension, and reloads the page when a text changes. */
const texts: Plugin = {
  name: 'texts',
  configureServer(server) {
    for (const language of LANGUAGES) {
      server.middlewares.use(textsPath(language), (_request, response, next) => {
        parseMessagesFile(`${joinLocales()}/${language}.yml`)
          .then((messages) => response.end(JSON.stringify(generateChromeMessages(messages))))
          .catch(next);
      });
    }
    // An extension's browser serves sites' icons at this path.
    server.middlewares.use('/_favicon/', (_request, response) => {
      response.writeHead(302, { location: '/condor.svg' }).end();
    });
    server.watcher.on('all', (_event, path) => {
      if (path.endsWith('.yml')) server.ws.send({ type: 'full-reload' });
    });
  },
};

export interface Gallery {
  readonly url: string;
  readonly server: ViteDevServer;
}

/** Serves the gallery, which isn't part of any build of the extension. */
export async function startGallery(port: number): Promise<Gallery> {
  const server = await createServer({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    publicDir: 'components/public',
    cacheDir: '.output/gallery-cache',
    plugins: [tailwindcss(), texts],
    resolve: {
      alias: { '#i18n': fileURLToPath(new URL('i18n.ts', import.meta.url)) },
    },
    server: { port, strictPort: port !== 0, host: '127.0.0.1', watch: { ignored: ['**/data/**'] } },
  });
  await server.listen();
  const address = server.httpServer?.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return { server, url: `http://127.0.0.1:${bound}/test/gallery/index.html` };
}
