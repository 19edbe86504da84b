import { execFile } from 'node:child_process';
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { promisify } from 'node:util';
import { type Copy, DockerfileParser, type Instruction } from 'dockerfile-ast';
import { Type } from 'typebox';
import { parseAs, parseJson } from '../../shared/parse.ts';
import { copyNode, giveToUnprivileged, npmEnvironment, UNPRIVILEGED } from './unprivileged.ts';

const run = promisify(execFile);
const Words = Type.Array(Type.String(), { minItems: 1 });

/** The last stage of a Containerfile, built into a folder. */
export interface BuiltImage {
  /** Root of the image's file system. */
  readonly root: string;
  /** A Node outside of the image that runs the image's commands. */
  readonly node: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Working directory, command and health check, with paths below `root`. */
  readonly directory: string;
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
  readonly user: string;
}

/** Returns true for a file that an ignore file excludes from the context, by Docker's rules. */
export function isIgnored(file: string, ignoreFile: string): boolean {
  const parts = file.split('/');
  const parents = parts.map((_, at) => parts.slice(0, at + 1).join('/'));
  let ignored = false;
  for (const line of ignoreFile.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const isException = line.startsWith('!');
    const pattern = isException ? line.slice(1) : line;
    if (parents.some((path) => matchesGlob(undotted(path), undotted(pattern))))
      ignored = !isException;
  }
  return ignored;
}

/** Docker's `*` also matches names that begin with a dot. */
const undotted = (path: string) => path.replaceAll(/(^|\/)\./g, '$1_dot_');

interface Stage {
  readonly name: string;
  readonly root: string;
  directory: string;
  user: string;
  readonly environment: Record<string, string>;
  command: string[];
  healthCheck: string[];
}

/**
 * Runs a Containerfile's steps without a container engine. Copies only files of the context, and
 * runs the commands as an unprivileged user.
 */
export async function buildImage(
  context: string,
  containerfile: string,
  target: string,
): Promise<BuiltImage> {
  const ignoreFile = readFileSync(join(context, '.dockerignore'), 'utf8');
  const files = globSync('**/*', {
    cwd: context,
    exclude: (name) => ['node_modules', '.git', '.output', '.wxt'].includes(name),
  })
    .concat(globSync('.*', { cwd: context }))
    .filter((file) => statSync(join(context, file)).isFile() && !isIgnored(file, ignoreFile));
  const node = copyNode(join(target, 'bin'));
  const stages: Stage[] = [];
  const parsed = DockerfileParser.parse(readFileSync(containerfile, 'utf8'));
  for (const instruction of parsed.getInstructions()) {
    if (instruction.getKeyword() === 'FROM') {
      const words = wordsOf(instruction);
      const root = join(target, `stage${stages.length}`);
      mkdirSync(root);
      stages.push({
        name: words[1]?.toUpperCase() === 'AS' ? (words[2] ?? '') : '',
        root,
        directory: '/',
        user: 'root',
        environment: {},
        command: [],
        healthCheck: [],
      });
      continue;
    }
    const stage = stages.at(-1);
    if (stage === undefined) throw new Error('an instruction precedes FROM');
    await apply(instruction, stage, { context, files, stages, node, target });
  }
  const last = stages.at(-1);
  if (last === undefined) throw new Error('there is no FROM');
  const inside = (text: string) => placed(text, last.root);
  return {
    root: last.root,
    node,
    environment: Object.fromEntries(
      Object.entries(last.environment).map(([name, value]) => [name, inside(value)]),
    ),
    directory: join(last.root, last.directory),
    command: last.command.map(inside),
    healthCheck: last.healthCheck,
    user: last.user,
  };
}

interface Build {
  readonly context: string;
  readonly files: readonly string[];
  readonly stages: readonly Stage[];
  readonly node: string;
  readonly target: string;
}

async function apply(instruction: Instruction, stage: Stage, build: Build): Promise<void> {
  const words = wordsOf(instruction);
  const text = instruction.getRawArgumentsContent() ?? '';
  switch (instruction.getKeyword()) {
    case 'WORKDIR':
      stage.directory = words[0] ?? '/';
      mkdirSync(join(stage.root, stage.directory), { recursive: true });
      return;
    case 'USER':
      stage.user = words[0] ?? '';
      return;
    case 'ENV': {
      const [, name = '', value = ''] = /^(\w+)=(\S+)$/.exec(text) ?? [];
      stage.environment[name] = value;
      return;
    }
    case 'COPY':
      copy(instruction as Copy, stage, build);
      return;
    case 'RUN':
      await runAsUnprivileged(text, stage, build);
      return;
    case 'CMD':
      stage.command = jsonWords(text);
      return;
    case 'HEALTHCHECK':
      stage.healthCheck = jsonWords(text.slice(text.indexOf('CMD') + 3));
      return;
    case 'VOLUME':
      for (const path of words) giveToUnprivileged(join(stage.root, path));
      return;
    case 'EXPOSE':
    case 'STOPSIGNAL':
      return;
    default:
      throw new Error(`the test doesn't know ${instruction.getKeyword()}`);
  }
}

function copy(instruction: Copy, stage: Stage, { context, files, stages }: Build): void {
  const flags = new Map(instruction.getFlags().map((flag) => [flag.getName(), flag.getValue()]));
  const from = stages.find(({ name }) => name === flags.get('from'));
  if (flags.has('from') && from === undefined) throw new Error('COPY names an unknown stage');
  const words = wordsOf(instruction).filter((word) => !word.startsWith('--'));
  const destination = words.pop() ?? '';
  const base = join(stage.root, destination.startsWith('/') ? '' : stage.directory, destination);
  for (const source of words) {
    if (from !== undefined) {
      cpSync(join(from.root, source), base, { recursive: true, verbatimSymlinks: true });
      continue;
    }
    const copied = files.filter((file) => file === source || file.startsWith(`${source}/`));
    if (copied.length === 0) throw new Error(`COPY ${source}: not in the context`);
    for (const file of copied) {
      const isFile = file === source;
      const to =
        isFile && destination.endsWith('/')
          ? join(base, file)
          : join(base, file.slice(source.length));
      mkdirSync(dirname(to), { recursive: true });
      cpSync(join(context, file), to);
      chmodSync(to, 0o644);
    }
  }
}

async function runAsUnprivileged(script: string, stage: Stage, build: Build): Promise<void> {
  const directory = join(stage.root, stage.directory);
  const home = join(build.target, 'home');
  mkdirSync(home, { recursive: true });
  giveToUnprivileged(directory);
  giveToUnprivileged(home);
  await run('sh', ['-c', script], {
    ...UNPRIVILEGED,
    cwd: directory,
    env: await npmEnvironment(build.node, home),
    maxBuffer: 16 * 1024 * 1024,
  });
}

function wordsOf(instruction: Instruction): string[] {
  return instruction.getArguments().map((argument) => argument.getValue());
}

function jsonWords(text: string): string[] {
  const words = parseAs(Words, parseJson(text.trim()));
  if (words === undefined) throw new Error(`${text} isn't a JSON array`);
  return words;
}

/** Returns a text whose absolute paths are moved below a root. */
function placed(text: string, root: string): string {
  return text.replace(/(^|:)\/(?=[a-z])/, `$1${root}/`);
}
