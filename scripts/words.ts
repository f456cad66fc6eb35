import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/*
 * `npm run words`, part of `npm run check`: refuses words with a meaning only in this project, and spellings that are not American.
 * Words that also have a common meaning are not in the list. docs/GLOSSARY.md has the right terms.
 */

const refused: readonly [RegExp, string][] = [
  [/\bwhoever\b/i, 'name the one who acts'],
  [/\bnobody's\b/i, 'unknown, or name whose'],
  [/\bhush/i, 'acknowledge'],
  [/\bstand-?ins?\b/i, 'fake, stub or placeholder'],
  [/\bparked\b/i, 'dead-lettered'],
  [/\bgiven back\b/i, 'revoked, released'],
  [/\bhears of\b|\bheard of\b/i, 'listens for, is delivered'],
  [/\bdeaf\b/i, 'not subscribed'],
  [/\b(?:that|which) (?:is|are) none\b/i, 'invalid, missing, unknown'],
  [/\bcomes? on\b|\bgets? further\b/i, 'progresses, advances'],
  [/\busual[A-Z]/, 'default…'],
  [/\bnote[A-Z]\w*\(/, 'record…, save…, mark…'],
  [/\b\w*[a-z]Tries\b|\btries[A-Z]/, 'attempts'],
  [/\b(?:colour|behaviour|neighbour|honour|favour)/i, 'American spelling'],
  [
    /\b(?:normalis|organis|initialis|recognis|serialis|synchronis|authoris|summaris|minimis|optimis)(?:e|ed|es|ing|ation)\b/i,
    'American spelling',
  ],
  [/\b(?:catalogue|centre|defence|licence|grey)\b/i, 'American spelling'],
];

/** Texts fixed by others, names of former releases, and this list. */
const isFixed = (path: string): boolean =>
  /^(?:docs\/specification|server\/database\/migrations)\/|\/samples\/|^package-lock\.json$|^LICENSE$|^scripts\/words\.ts$|formerJobs|^docs\/GLOSSARY\.md$/.test(
    path,
  );

const isText = (path: string): boolean =>
  /\.(?:ts|tsx|js|css|md|json|ya?ml|sh|conf|sql|example|html)$|Dockerfile$/.test(path);

const paths = execFileSync('git', ['ls-files'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => isText(path) && !isFixed(path));
let faults = 0;
for (const path of paths) {
  const lines = (await readFile(path, 'utf8')).split('\n');
  for (const [index, line] of lines.entries())
    for (const [word, instead] of refused) {
      const [found] = word.exec(line) ?? [];
      if (found === undefined) continue;
      faults += 1;
      console.log(`${path}:${index + 1}: "${found}": ${instead}`);
    }
}
if (faults > 0) console.log(`${faults} words to change`);
process.exit(faults === 0 ? 0 : 1);
