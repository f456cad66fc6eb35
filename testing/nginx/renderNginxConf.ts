import { readFileSync } from 'node:fs';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** The addresses that nginx listens on and forwards to, e.g. `127.0.0.1:3001`. */
export type EdgePlaces = {
  /** Folder for nginx's caches, logs and optional snippets. */
  folder: string;
  listen: string;
  web: readonly string[];
  /** The inner server, for web roles without an API in the same process. */
  api?: { listen: string; targets: readonly string[] };
  /** `none` removes the rate limits, because a load test comes from one address. */
  limits: 'shipped' | 'none';
};

/** @throws when nothing matches: nginx.conf has changed, and this file has to follow */
const replace = (text: string, search: RegExp, by: string | ((line: string, ...parts: string[]) => string)): string => {
  if (!search.test(text)) throw new Error(`nginx.conf has nothing that matches ${search}`);
  search.lastIndex = 0;
  return typeof by === 'string' ? text.replace(search, () => by) : text.replace(search, by);
};

const toServers = (targets: readonly string[]) => (_line: string, indent: string, _name: string, rest: string) =>
  targets.map((target) => `${indent}server ${target}${rest};`).join('\n');

/** The project's nginx.conf with local addresses and folders. Nothing else differs. */
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
  // Tests detect a reload by nginx's notices about its workers.
  text = replace(text, /error\.log crit;/, 'error.log notice;');
  if (limits === 'none') text = replace(text, /^ *limit_(?:req|conn) .*\n/gm, '');
  // Debian's nginx includes these protocols, but their default folders exist only after an installation.
  const unused = ['fastcgi', 'uwsgi', 'scgi'].map((name) => `    ${name}_temp_path ${folder}/${name}_temp;\n`).join('');
  return replace(text, /^http \{\n/m, `http {\n${unused}`);
};

export type TlsPlaces = { listen: string; certificate: string; key: string };

/** The shipped TLS example with a test's listener and files. */
export const renderTlsSnippet = ({ listen, certificate, key }: TlsPlaces): string => {
  let text = read('deploy/nginx/tls.conf.example');
  text = replace(text, /listen 443 /, `listen ${listen} `);
  text = replace(text, /\/etc\/nginx\/leadlight\/fullchain\.pem/, certificate);
  return replace(text, /\/etc\/nginx\/leadlight\/privkey\.pem/, key);
};

/** The shipped example for another proxy in front; `address` is the proxy's. */
export const renderProxySnippet = (address: string): string =>
  replace(read('deploy/nginx/proxy.conf.example'), /set_real_ip_from .*;/, `set_real_ip_from ${address};`);
