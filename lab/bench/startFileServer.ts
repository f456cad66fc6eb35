import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '#testing/freePort.ts';
import { runNginx } from '#testing/nginx/runNginx.ts';
import type { Cleanup } from './cleanup.ts';

/** Quotes a value for nginx. No value here contains both kinds of quotes. */
const quote = (text: string): string => (text.includes("'") ? `"${text}"` : `'${text}'`);

const config = (folder: string, port: number, headers: Record<string, string>): string => `
worker_processes 2;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log crit;
events { worker_connections 1024; }
http {
    sendfile on;
    tcp_nopush on;
    server_tokens off;
    access_log ${folder}/access.log;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `    ${name}_temp_path ${folder}/${name}_temp;`).join('\n')}
    open_file_cache max=100;
    types { }
    default_type ${quote(headers['content-type'] ?? 'application/octet-stream')};
    # Those of the page stand below.
    etag off;
    if_modified_since off;
    server {
        listen 127.0.0.1:${port};
        root ${folder}/files;
${Object.entries(headers)
  .filter(([name]) => !['content-type', 'last-modified', 'accept-ranges'].includes(name))
  .map(([name, value]) => `        add_header ${name} ${quote(value)};`)
  .join('\n')}
    }
}
`;

type Page = { body: Buffer; headers: Record<string, string> };

/** The tests' nginx with one file that contains these bytes, and nginx's default log. */
export const startFileServer = async (
  cleanup: Cleanup,
  { body, headers }: Page,
): Promise<{ url: string; pid: number }> => {
  const folder = await cleanup.makeFolder();
  const port = await freePort();
  await mkdir(join(folder, 'files'));
  await writeFile(join(folder, 'files/page'), body);
  await writeFile(join(folder, 'nginx.conf'), config(folder, port, headers));
  const nginx = await runNginx(folder);
  cleanup.add(() => nginx.end());
  return { url: `http://127.0.0.1:${port}/page`, pid: nginx.pid };
};
