import { isDeepStrictEqual } from 'node:util';
import { DockerfileParser } from 'dockerfile-ast';
import type { ModifiableInstruction } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import * as z from 'zod';

type Instruction = { name: string; args: string };
/** `from` is an image, or an earlier stage. */
type Stage = { from: string; name: string | null; instructions: Instruction[] };

const isModifiable = (instruction: object): instruction is ModifiableInstruction => 'getFlags' in instruction;

const parseStages = (text: string): Stage[] => {
  const stages: Stage[] = [];
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const name = instruction.getKeyword();
    const flags = isModifiable(instruction) ? instruction.getFlags().map(String) : [];
    // Joins continued lines.
    const args = [...flags, (instruction.getRawArgumentsContent() ?? '').replaceAll(/\\?\s+/g, ' ')].join(' ');
    const [from = '', , stage = null] = args.split(' ');
    if (name === 'FROM') stages.push({ from, name: stage, instructions: [] });
    else stages.at(-1)?.instructions.push({ name, args });
  }
  return stages;
};

const base = 'node:24-bookworm-slim';
const words = z.array(z.string()).min(1);

const argsOf = (stage: Stage, name: string): string[] =>
  stage.instructions.filter((instruction) => instruction.name === name).map(({ args }) => args);

/** Parses the list form, which runs the program without a shell, so that it gets signals. */
const parseWords = (args: string): string[] | null => {
  try {
    return words.parse(JSON.parse(args));
  } catch {
    return null;
  }
};

const envOf = (stage: Stage): Record<string, string> =>
  Object.fromEntries(
    argsOf(stage, 'ENV').flatMap((args) =>
      [...args.matchAll(/([\w.]+)=(?:"([^"]*)"|(\S*))/g)].map(([, name, quoted, bare]) => [name, quoted ?? bare ?? '']),
    ),
  );

/** Rules for instructions of every stage. */
const instructionFaults = ({ name, args }: Instruction): string[] => {
  if (name === 'ADD') return [`ADD ${args}: use COPY, which fetches and unpacks nothing`];
  if (name === 'RUN' && /\bnpm (?:ci|install|i)\b/.test(args) && !/--ignore-scripts\b/.test(args))
    return [`RUN ${args}: without --ignore-scripts it runs scripts of packages`];
  if (name === 'RUN' && /\bnpm (?:install|i)\b/.test(args))
    return [`RUN ${args}: use npm ci, which keeps to the lockfile`];
  if (name === 'RUN' && /\b(?:curl|wget)\b/.test(args)) return [`RUN ${args}: fetch only what a lockfile names`];
  if (/^(?:ARG|ENV)$/.test(name) && /(?:SECRET|PASSWORD|TOKEN|ENCRYPTION_KEY)\w*=?/.test(args))
    return [`${name} ${args}: a secret would stay in the image`];
  return [];
};

const finalFaults = (stage: Stage, version: string): string[] => {
  const faults: string[] = [];
  const want = (isRight: boolean, fault: string) => {
    if (!isRight) faults.push(fault);
  };
  const last = (name: string): string | undefined => argsOf(stage, name).at(-1);

  const user = last('USER');
  want(user !== undefined && !/^(?:root|0)(?::|$)/.test(user), 'USER: the program must not run as root');
  const firstOfUser = stage.instructions.findIndex(({ name }) => name === 'USER');
  const lastCopy = stage.instructions.findLastIndex(({ name }) => name === 'COPY' || name === 'RUN');
  want(lastCopy < firstOfUser, 'USER: belongs after COPY and RUN, so that the user does not own their files');
  want(
    argsOf(stage, 'COPY').every((args) => /--from=\S+/.test(args) && /--chown=root:root/.test(args)),
    'COPY: the last stage takes only the output of another stage, owned by root',
  );

  const command = parseWords(last('CMD') ?? '');
  want(
    isDeepStrictEqual(command, ['sh', 'server/start.sh']),
    'CMD: must be the list of what npm start runs: sh server/start.sh',
  );
  want(last('ENTRYPOINT') === undefined, 'ENTRYPOINT: the program itself is the first process');
  const env = envOf(stage);
  const wanted = { NODE_ENV: 'production', HOST: '0.0.0.0', DATA_DIR: '/data' };
  for (const [name, value] of Object.entries(wanted)) want(env[name] === value, `ENV: ${name} must be ${value}`);

  want(
    last('HEALTHCHECK') !== undefined && parseWords((last('HEALTHCHECK') ?? '').replace(/^.*?\bCMD\s+/, '')) !== null,
    'HEALTHCHECK: must be there, with a command as a list',
  );
  want(last('STOPSIGNAL') === 'SIGTERM', 'STOPSIGNAL: must be SIGTERM');
  want(last('VOLUME') === '/data', 'VOLUME: must be /data');
  want(argsOf(stage, 'ARG').includes(`VERSION=${version}`), `ARG: VERSION must be ${version}`);
  return faults;
};

/** The faults of a Dockerfile, one line each: syntax errors and violations of the docs. @param version of package.json */
export const dockerfileFaults = (text: string, version: string): string[] => {
  const stages = parseStages(text);
  const final = stages.at(-1);
  if (!final || stages.length < 2) return ['FROM: building and running need separate stages'];
  const names = new Set(stages.map(({ name }) => name));
  const foreign = stages.filter(({ from }) => !names.has(from) && from !== base);
  return [
    ...validate(text).map(
      ({ message, range }) => `line ${range.start.line + 1}: ${typeof message === 'string' ? message : message.value}`,
    ),
    ...foreign.map(({ from }) => `FROM ${from}: every stage starts from ${base}`),
    ...stages.flatMap(({ instructions }) => instructions.flatMap(instructionFaults)),
    ...finalFaults(final, version),
  ];
};
