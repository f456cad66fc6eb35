import { chmod, copyFile, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { importedPackages, neededPackages } from './neededPackages.ts';
import { isShipped, ownParts } from './ownFiles.ts';
import { isNeeded } from './packageFiles.ts';
import { isPostgresPackage, isProgram, linkLibraries } from './postgresFiles.ts';

/** Files below a folder, as relative paths with `/`, without links and nested packages. */
const listFiles = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true });
  const lists = await Promise.all(
    entries.map(async (entry) => {
      if (!entry.isDirectory()) return entry.isFile() ? [entry.name] : [];
      if (entry.name === 'node_modules') return [];
      return (await listFiles(join(folder, entry.name))).map((path) => `${entry.name}/${path}`);
    }),
  );
  return lists.flat();
};

const listOwnFiles = async (from: string): Promise<string[]> => {
  const lists = await Promise.all(
    ownParts.map(async (part) =>
      (await stat(join(from, part))).isDirectory()
        ? (await listFiles(join(from, part))).map((path) => `${part}/${path}`)
        : [part],
    ),
  );
  return lists.flat().filter(isShipped);
};

/** Readable by all, writable only by the owner, whatever the modes of the checkout. */
const modes = { folder: 0o755, program: 0o755, file: 0o644 };

const copyFiles = async (from: string, to: string, paths: readonly string[]): Promise<void> => {
  for (const folder of new Set(paths.map((path) => dirname(path))))
    await mkdir(join(to, folder), { recursive: true, mode: modes.folder });
  for (const path of paths) {
    await copyFile(join(from, path), join(to, path));
    await chmod(join(to, path), isProgram(path) ? modes.program : modes.file);
  }
};

type Options = {
  /** The project's folder, built. */
  project: string;
  /** The folder with a production install of the packages; the project by default. */
  installed?: string;
  /** A new or empty folder. */
  to: string;
};

/** Assembles the content of the image: the program and the files of packages that a running server needs. */
export const assembleImage = async ({ project, installed = project, to }: Options): Promise<void> => {
  const own = await listOwnFiles(project);
  const imported = new Set<string>();
  for (const path of own.filter((name) => /\.(?:ts|m?js)$/.test(name) && !name.startsWith('dist/client/')))
    for (const name of importedPackages(await readFile(join(project, path), 'utf8'))) imported.add(name);
  await copyFiles(project, to, own);
  for (const [folder, name] of await neededPackages(installed, imported)) {
    const place = relative(installed, folder).replaceAll(sep, '/');
    const files = (await listFiles(folder)).filter((path) => isNeeded(name, path));
    await copyFiles(
      installed,
      to,
      files.map((path) => `${place}/${path}`),
    );
    if (isPostgresPackage(name)) await linkLibraries(folder, join(to, place));
  }
};
