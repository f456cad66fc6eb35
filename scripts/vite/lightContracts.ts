import { Visitor } from 'vite';
import type { ESTree, Plugin } from 'vite';

/** What the browser needs of an endpoint in order to call it; the types of the rest are gone by then. */
const calledParts = new Set(['method', 'path']);

/** Values that may have been made by calls. */
const made = new Set(['CallExpression', 'ObjectExpression']);

type Edit = { start: number; end: number; text: string };

const nameOf = ({ type, name }: { type: string; name?: unknown }): string =>
  type === 'Identifier' && typeof name === 'string' ? name : '';

/** Leaves of an endpoint's definition, which nothing else happens to, its method and path. */
const cutDefinitions = (program: ESTree.Program, code: string): Edit[] => {
  const edits: Edit[] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: [definition] }) => {
      if (nameOf(callee) !== 'defineEndpoint' || definition?.type !== 'ObjectExpression') return;
      edits.push({ start: callee.start, end: callee.end, text: '' });
      for (const property of definition.properties) {
        if (property.type !== 'Property' || calledParts.has(nameOf(property.key))) continue;
        const comma = /^\s*,/.exec(code.slice(property.end))?.[0] ?? '';
        edits.push({ start: property.start, end: property.end + comma.length, text: '' });
      }
    },
  }).visit(program);
  return edits;
};

/** Says of every value of a module that nobody misses it where nobody uses it, whatever calls have made it. */
const markPure = (program: ESTree.Program): Edit[] =>
  program.body.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type !== 'VariableDeclaration') return [];
    return declaration.declarations.flatMap(({ init }) =>
      init && made.has(init.type)
        ? [
            { start: init.start, end: init.start, text: '/*#__PURE__*/ (() => (' },
            { start: init.end, end: init.end, text: '))()' },
          ]
        : [],
    );
  });

const isWithin = (inner: Edit, outer: Edit): boolean => inner.start > outer.start && inner.end <= outer.end;

/** From the end, so that the places of the edits before stay right; what is cut needs no mark. */
const apply = (code: string, edits: Edit[]): string =>
  edits
    .filter((edit) => !edits.some((other) => isWithin(edit, other)))
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), code);

/**
 * Leaves the browser the addresses of the API without the schemas that the server checks with: an endpoint carries both,
 * and only forms check anything before they send it. With this the schema library reaches just their chunk. Modules of
 * `shared/` do nothing but define, so an unused one, or an unused part, may go.
 */
export const lightContracts = (): Plugin => ({
  name: 'leadlight:light-contracts',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    order: 'post',
    filter: { id: /\/shared\/[\w/]+\.ts$/ },
    handler(code) {
      const program = this.parse(code);
      const light = apply(code, [...cutDefinitions(program, code), ...markPure(program)]);
      return { code: light, map: null, moduleSideEffects: false };
    },
  },
});
