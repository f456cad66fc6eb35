import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

export type ClusterPrograms = {
  etcd: string;
  patroni: string;
  patronictl: string;
  haproxy: string;
  postgresBin: string;
};

const postgresFolder = '/usr/lib/postgresql';

/** The newest of Debian's PostgreSQL versions. */
const findPostgresBin = async (): Promise<string | null> => {
  if (!existsSync(postgresFolder)) return null;
  const versions = (await readdir(postgresFolder)).map(Number).toSorted((a, b) => b - a);
  const bins = versions.map((version) => join(postgresFolder, String(version), 'bin'));
  return bins.find((bin) => existsSync(join(bin, 'pg_rewind'))) ?? null;
};

/** @returns the programs of Debian's packages, or the names of the packages that are missing */
export const findClusterPrograms = async (): Promise<ClusterPrograms | { missing: string[] }> => {
  const postgresBin = await findPostgresBin();
  const programs = {
    etcd: '/usr/bin/etcd',
    patroni: '/usr/bin/patroni',
    patronictl: '/usr/bin/patronictl',
    haproxy: '/usr/sbin/haproxy',
  };
  const packages = { 'etcd-server': programs.etcd, patroni: programs.patroni, haproxy: programs.haproxy };
  const missing = Object.entries(packages).flatMap(([name, path]) => (existsSync(path) ? [] : [name]));
  if (postgresBin === null) return { missing: ['postgresql', ...missing] };
  return missing.length > 0 ? { missing } : { ...programs, postgresBin };
};
