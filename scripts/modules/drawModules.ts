import { publicFiles } from '#server/modules/publicFiles.ts';
import { readModuleImports } from './readModuleImports.ts';

const modules = Object.keys(publicFiles);
const width = Math.max(...modules.map((name) => name.length)) + 5;
const cells = (marks: readonly string[]): string =>
  marks
    .map((mark) => mark.padStart(3))
    .join('')
    .trimEnd();

/** Draws the imports between modules as a matrix. A row imports the modules whose columns are marked. */
export const drawModules = (): string => {
  const imports = new Set(readModuleImports().map(({ from, to }) => `${from} ${to}`));
  const drawRow = (title: string, name: string): string => {
    const marks = modules.map((to) => {
      if (to === name) return '\\';
      return imports.has(`${name} ${to}`) ? '●' : '';
    });
    return `${title.padEnd(width)}${cells(marks)}`.trimEnd();
  };
  return [
    `${' '.repeat(width)}${cells(modules.map((_, index) => `${index + 1}`))}`,
    ...modules.map((name, index) => drawRow(`${`${index + 1}`.padStart(2)} ${name}`, name)),
    drawRow('   flows', 'flows'),
  ].join('\n');
};

const fence = /(?<=\n```modules\n)[^`]*(?=\n```\n)/;

/** The page with the current matrix. @throws when the page has no block `modules` */
export const replaceDrawing = (page: string): string => {
  if (!fence.test(page)) throw new Error('The page has no block "modules"');
  return page.replace(fence, drawModules());
};
