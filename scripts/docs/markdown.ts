import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project, with a slash at its end. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

export type Page = { path: string; text: string };

/** A page by its path in the project. */
export const readPage = (path: string): Page => ({ path, text: readFileSync(join(root, path), 'utf8') });

/** All that people read: the README, the page for those who change it, and everything below docs. */
export const listPages = (): Page[] => [
  readPage('README.md'),
  readPage('CONTRIBUTING.md'),
  readPage('SECURITY.md'),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => readPage(join('docs', name))),
];

/** A fenced block: what stands behind its fence, its lines, and the line of the page on which they begin. */
export type Block = { language: string; marks: readonly string[]; code: string; line: number };

const fencedBlock = /^```([^\n]*)\n(.*?)^```$/gms;

export const readBlocks = ({ text }: Page): Block[] =>
  [...text.matchAll(fencedBlock)].map((match) => {
    const [language = '', ...marks] = (match[1] ?? '').trim().split(/\s+/);
    return { language, marks, code: match[2] ?? '', line: text.slice(0, match.index).split('\n').length + 1 };
  });

/** The page without its blocks, in which nothing is a heading or a link. */
export const readProse = ({ text }: Page): string => text.replaceAll(fencedBlock, '');

/** What `#…` can lead to, as GitHub names headings. */
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

/** Targets of the links and pictures, in the order of the page. */
export const readLinks = (page: Page): string[] =>
  [
    ...readProse(page)
      .replaceAll(/`[^`\n]*`/g, '')
      .matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g),
  ].map((match) => match[1] ?? match[2] ?? '');

/** What stands between backticks in the prose. */
export const readCode = (page: Page): string[] =>
  [...readProse(page).matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '');
