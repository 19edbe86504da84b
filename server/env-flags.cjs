// Prints Node's flag for the settings file. `--env-file-if-exists` reports a missing file on each
// start, and `process.loadEnvFile` is too late for Node's own settings, such as NODE_EXTRA_CA_CERTS.
require('./check-node.cjs');

if (require('node:fs').existsSync('.env')) process.stdout.write('--env-file=.env');
