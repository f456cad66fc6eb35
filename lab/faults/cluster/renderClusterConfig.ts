import { readFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';
import * as z from 'zod';

const read = (name: string): string =>
  readFileSync(new URL(`../../../deploy/patroni/${name}`, import.meta.url), 'utf8');

/** Addresses such as `127.0.0.1:5432`. Other machines use the `outer` addresses, which tests can cut off. */
export type NodePlaces = {
  name: string;
  etcd: string;
  postgres: { inner: string; outer: string };
  rest: { inner: string; outer: string };
  folder: string;
  postgresBin: string;
};

const patroniConfig = z.looseObject({
  bootstrap: z.looseObject({}),
  postgresql: z.looseObject({
    authentication: z.object({ superuser: z.object({ username: z.string(), password: z.string() }) }).loose(),
    pg_hba: z.array(z.string()),
  }),
});

const shipped = patroniConfig.parse(parse(read('patroni.yml')));

/** The user and the password of the superuser in the shipped file. */
export const { superuser } = shipped.postgresql.authentication;

/** The shipped patroni.yml with local addresses and folders. Nothing else differs. */
export const renderPatroniConfig = ({ name, etcd, postgres, rest, folder, postgresBin }: NodePlaces): string =>
  stringify({
    ...shipped,
    name,
    // Addresses reported by etcd's members would bypass the relays, so tests could not cut them off.
    etcd: { hosts: [etcd], use_proxies: true },
    restapi: { listen: rest.inner, connect_address: rest.outer },
    postgresql: {
      ...shipped.postgresql,
      listen: postgres.inner,
      connect_address: postgres.outer,
      data_dir: `${folder}/data`,
      bin_dir: postgresBin,
      pgpass: `${folder}/pgpass`,
      parameters: { unix_socket_directories: folder },
      pg_hba: shipped.postgresql.pg_hba.map((line) => line.replace('10.0.0.0/24', '127.0.0.0/8')),
    },
  });

/** The shipped haproxy.cfg with local addresses. */
export const renderHaproxyConfig = (listen: string, nodes: readonly NodePlaces[]): string =>
  nodes.reduce(
    (text, { name, postgres, rest }) =>
      text.replace(
        new RegExp(`server ${name} .*`),
        `server ${name} ${postgres.outer} check port ${new URL(`http://${rest.outer}`).port}`,
      ),
    read('haproxy.cfg').replace('127.0.0.1:5000', listen),
  );
