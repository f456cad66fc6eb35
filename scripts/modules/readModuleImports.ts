import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../docs/markdown.ts';

/** An import of a module by another module or by the flows. Tests are excluded. */
export type ModuleImport = { from: string; to: string; file: string };

const isTest = (path: string): boolean => /\.test\.ts$|\/testing\//.test(path);
const moduleOf = (path: string): string | undefined => /^server\/(?:modules\/)?(\w+)\//.exec(path)?.[1];

export const readModuleImports = (): ModuleImport[] =>
  globSync('server/{modules/*,flows}/**/*.ts', { cwd: root })
    .filter((path) => !isTest(path))
    .flatMap((path) => {
      const from = moduleOf(path) ?? '';
      const code = readFileSync(join(root, path), 'utf8');
      return [...code.matchAll(/from '#server\/modules\/(\w+)\/(.+)\.ts'/g)]
        .map(([, to = '', file = '']) => ({ from, to, file }))
        .filter(({ to }) => to !== from);
    });
