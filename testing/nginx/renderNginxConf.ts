import { readFileSync } from 'node:fs';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** Where each part of the edge listens and whom it forwards to, e.g. `127.0.0.1:3001`. */
export type EdgePlaces = {
  /** For nginx's files: caches, logs and the optional snippets. */
  folder: string;
  listen: string;
  web: readonly string[];
  /** The inner server, for web roles without an API of their own. */
  api?: { listen: string; targets: readonly string[] };
  /** Without them a single address may ask as much as it likes, as a load test has to. */
  limits: 'shipped' | 'none';
};

/** @throws when the file does not say what is to be replaced: then it has changed and this has to follow */
const replace = (text: string, search: RegExp, by: string | ((line: string, ...parts: string[]) => string)): string => {
  if (!search.test(text)) throw new Error(`nginx.conf has nothing that matches ${search}`);
  search.lastIndex = 0;
  return typeof by === 'string' ? text.replace(search, () => by) : text.replace(search, by);
};

const toServers = (targets: readonly string[]) => (_line: string, indent: string, _name: string, rest: string) =>
  targets.map((target) => `${indent}server ${target}${rest};`).join('\n');

/** The project's nginx.conf for servers of this machine. What differs are addresses and folders, and nothing else. */
export const renderNginxConf = ({ folder, listen, web, api, limits }: EdgePlaces): string => {
  let text = read('nginx.conf');
  text = replace(text, /^(\s*)server (leadlight):3000 resolve(.*);$/gm, toServers(web));
  text = api
    ? replace(
        replace(text, /^(\s*)server (leadlight-api):4000 resolve(.*);$/gm, toServers(api.targets)),
        /listen 4000;/,
        `listen ${api.listen};`,
      )
    : replace(text, /^ {4}# --- The inner server[\s\S]*$/m, '}\n');
  text = replace(text, /listen 80 default_server;/, `listen ${listen} default_server;`);
  text = replace(text, /^ *resolver.*\n/gm, '');
  text = replace(text, /\/var\/log\/nginx\//g, `${folder}/`);
  text = replace(text, /\/var\/cache\/nginx\//g, `${folder}/`);
  text = replace(text, /\/run\/nginx\.pid/, `${folder}/nginx.pid`);
  text = replace(text, /\/etc\/nginx\/leadlight\//, `${folder}/snippets/`);
  // What happens to its processes is what a reload is known by.
  text = replace(text, /error\.log crit;/, 'error.log notice;');
  if (limits === 'none') text = replace(text, /^ *limit_(?:req|conn) .*\n/gm, '');
  // Debian's nginx has these protocols built in, with folders that are only there once it is installed.
  const unused = ['fastcgi', 'uwsgi', 'scgi'].map((name) => `    ${name}_temp_path ${folder}/${name}_temp;\n`).join('');
  return replace(text, /^http \{\n/m, `http {\n${unused}`);
};

export type TlsPlaces = { listen: string; certificate: string; key: string };

/** The shipped example for TLS, with the listener and files of a test. */
export const renderTlsSnippet = ({ listen, certificate, key }: TlsPlaces): string => {
  let text = read('deploy/nginx/tls.conf.example');
  text = replace(text, /listen 443 /, `listen ${listen} `);
  text = replace(text, /\/etc\/nginx\/leadlight\/fullchain\.pem/, certificate);
  return replace(text, /\/etc\/nginx\/leadlight\/privkey\.pem/, key);
};

/** The shipped example for another proxy in front, which connects from the address. */
export const renderProxySnippet = (address: string): string =>
  replace(read('deploy/nginx/proxy.conf.example'), /set_real_ip_from .*;/, `set_real_ip_from ${address};`);
