// Loaded with `node -r` before TypeScript, which an old Node can't read.
const NEEDED = 24;

if (Number(process.versions.node.split('.')[0]) < NEEDED) {
  process.stderr.write(
    `condor: Node ${NEEDED} or later is needed, but ${process.execPath} is ${process.versions.node}; on Linux \`npm ci\` installs one for the npm scripts\n`,
  );
  process.exit(1);
}
