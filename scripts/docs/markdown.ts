import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, with a trailing slash. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

export type Page = { path: string; text: string };

/** Reads a page by its path in the project. */
export const readPage = (path: string): Page => ({ path, text: readFileSync(join(root, path), 'utf8') });

/** All documents: README, CONTRIBUTING and everything below docs. */
export const listPages = (): Page[] => [
  readPage('README.md'),
  readPage('CONTRIBUTING.md'),
  readPage('SECURITY.md'),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => readPage(join('docs', name))),
];

const operationsIndex = 'docs/operations/README.md';

/** The pages for operators: the index, then those in its table, in that order. */
export const readOperations = (): Page[] => {
  const index = readPage(operationsIndex);
  const names = [...index.text.matchAll(/^\| \[[^\]]+\]\(([\w-]+\.md)\)/gm)].map(([, name = '']) => name);
  return [index, ...names.map((name) => readPage(join('docs/operations', name)))];
};

/** A fenced block: its info string, its lines, and the number of its first line. */
export type Block = { language: string; marks: readonly string[]; code: string; line: number };

const fencedBlock = /^```([^\n]*)\n(.*?)^```$/gms;

export const readBlocks = ({ text }: Page): Block[] =>
  [...text.matchAll(fencedBlock)].map((match) => {
    const [language = '', ...marks] = (match[1] ?? '').trim().split(/\s+/);
    return { language, marks, code: match[2] ?? '', line: text.slice(0, match.index).split('\n').length + 1 };
  });

/** The page without its fenced blocks, which contain no headings or links. */
export const readProse = ({ text }: Page): string => text.replaceAll(fencedBlock, '');

/** The anchors of the headings, as GitHub names them. */
export const readAnchors = (page: Page): Set<string> => {
  const anchors = new Set<string>();
  for (const [, title = ''] of readProse(page).matchAll(/^#+ +(.+)$/gm)) {
    const slug = title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
};

/** The targets of links and images, in order. */
export const readLinks = (page: Page): string[] =>
  [
    ...readProse(page)
      .replaceAll(/`[^`\n]*`/g, '')
      .matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g),
  ].map((match) => match[1] ?? match[2] ?? '');

/** The inline code of the prose. */
export const readCode = (page: Page): string[] =>
  [...readProse(page).matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '');
